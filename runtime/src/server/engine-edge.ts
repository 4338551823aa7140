/** The SDK's validator for runtimes that refuse to evaluate code. */
export { CfWorkerJsonSchemaValidator as JsonSchemaEngine } from "@modelcontextprotocol/server/validators/cf-worker";
