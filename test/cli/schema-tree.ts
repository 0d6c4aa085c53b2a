import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { addFormats } from "../support/formats.ts"

/** Makes validators of the schemas that `mas schema` prints; the models are added once. */
export function checkerOf(tree: { readonly $defs: object }): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats(ajv)
  ajv.addSchema({ $id: "mas:tree", $defs: tree.$defs })
  return (schema) => ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"mas:tree#/$defs/')))
}
