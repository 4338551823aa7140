import type { Model } from "../../generator/model/model.js";

const region = {
  title: "Region",
  type: "string",
  oneOf: [
    { const: "eu-west-1", title: "Ireland" },
    { const: "us-east-1", title: "N. Virginia" },
  ],
};
const input = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1, description: "Name of the database" },
    size: { type: "string", enum: ["small", "large"], default: "small" },
  },
  required: ["name"],
  additionalProperties: false,
};
const output = {
  type: "object",
  properties: { id: { type: "string" }, region: { $ref: "#/$defs/Region" } },
  required: ["id", "region"],
  $defs: { Region: region },
};
const asked = {
  onDecline: "fail",
  whenUnavailable: { kind: "fail" },
  checks: [],
  attempts: 3,
  pins: [],
  mayBeSkipped: false,
} as const;
const description = "Creates a database. A person chooses where it lives and confirms what it costs.";
const name = { source: "args.name", code: "args.name", type: "string", symbols: [], reads: ["args"] } as const;

export const provisioner: Model = {
  source: "parley.yaml",
  package: { name: "provisioner", version: "1.2.0" },
  server: {
    name: "provisioner",
    typeName: "Provisioner",
    version: "1.2.0",
    title: "Database provisioner",
    instructions: "Provision databases for the team. Regions are chosen by people, never guessed.",
    capabilities: { tools: {} },
  },
  requestState: {
    keys: { env: "PROVISIONER_STATE_KEYS" },
    ttlSeconds: 600,
    maxAgeSeconds: 86400,
    audience: "provisioner",
    maxStateBytes: 65536,
  },
  tools: [
    {
      kind: "tool",
      place: "tools.provision",
      name: "provision",
      codeName: "provision",
      typeName: "Provision",
      title: "Provision a database",
      description,
      listed: {
        name: "provision",
        title: "Provision a database",
        description,
        inputSchema: input,
        outputSchema: output,
        annotations: { destructiveHint: false },
      },
      argumentsType: { name: "ProvisionArguments" },
      argumentsInputType: { name: "ProvisionArgumentsInput" },
      inputs: [
        {
          kind: "compute",
          name: "quote",
          typeName: "Quote",
          needs: [],
          mayBeSkipped: false,
          schema: { type: "object", properties: { monthly: { type: "number" } }, required: ["monthly"] },
          valueType: { name: "ProvisionQuote" },
          refresh: false,
        },
        {
          kind: "elicit",
          name: "region",
          typeName: "Region",
          needs: [],
          ...asked,
          message: ["Which region should ", name, " live in?"],
          schema: { type: "object", properties: { region }, required: ["region"] },
          choices: [],
          answerType: { name: "ProvisionRegion" },
        },
        {
          kind: "elicit",
          name: "confirm",
          typeName: "Confirm",
          needs: ["quote", "region"],
          ...asked,
          onDecline: "continue",
          message: [
            name,
            " in ",
            { source: "region.region", code: "inputs.region.region", type: "string", symbols: [], reads: ["inputs"] },
            " will cost ",
            { source: "quote.monthly", code: "inputs.quote.monthly", type: "number", symbols: [], reads: ["inputs"] },
            " a month. Create it?",
          ],
          schema: { type: "object", properties: { ok: { type: "boolean", title: "Create it" } }, required: ["ok"] },
          choices: [],
          answerType: { name: "ProvisionConfirm" },
        },
      ],
      flow: { kind: "declarative" },
      seal: "always",
      once: false,
      scopes: [],
      examples: [],
      inputSchema: input,
      outputSchema: output,
      outputType: { name: "ProvisionOutput" },
      outputCheck: "enforce",
    },
  ],
  prompts: [],
  resources: [],
  types: [
    { name: "Region", from: "schemas.Region", schema: { enum: ["eu-west-1", "us-east-1"] } },
    {
      name: "ProvisionArgumentsInput",
      from: "tools.provision.inputSchema",
      description: "As a client sends it.",
      schema: input,
    },
    {
      name: "ProvisionArguments",
      from: "tools.provision.inputSchema",
      description: "With defaults applied.",
      schema: { ...input, required: ["name", "size"] },
    },
    {
      name: "ProvisionOutput",
      from: "tools.provision.outputSchema",
      schema: {
        type: "object",
        properties: { id: { type: "string" }, region: { $ref: "#/$defs/Region" } },
        required: ["id", "region"],
      },
    },
    {
      name: "ProvisionQuote",
      from: "tools.provision.requires.quote",
      schema: { type: "object", properties: { monthly: { type: "number" } }, required: ["monthly"] },
    },
    {
      name: "ProvisionRegion",
      from: "tools.provision.requires.region",
      schema: {
        type: "object",
        properties: { region: { $ref: "#/$defs/Region" } },
        required: ["region"],
        additionalProperties: false,
      },
    },
    {
      name: "ProvisionConfirm",
      from: "tools.provision.requires.confirm",
      schema: {
        type: "object",
        properties: { ok: { type: "boolean", title: "Create it" } },
        required: ["ok"],
        additionalProperties: false,
      },
    },
  ],
};
