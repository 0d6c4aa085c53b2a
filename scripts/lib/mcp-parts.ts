/**
 * Stands in the bundle of `mas mcp` for what the SDK of the protocol loads and never gets to use here: `ajv` checks what a
 * client fills in, `zod-to-json-schema` turns schemas into those of tools, which are JSON Schema already.
 */
export default function unused(): never {
  throw new Error("nothing is asked of a client, and no tool has a schema of zod")
}

export const zodToJsonSchema = unused
