/** The SDK's validator for Node, which compiles a schema to code. */
export { AjvJsonSchemaValidator as JsonSchemaEngine } from "@modelcontextprotocol/server/validators/ajv";
