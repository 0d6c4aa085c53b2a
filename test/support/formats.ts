import type { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { isEmail } from "../../sdk/contract/core/text-patterns.ts"

/** Adds the formats of this project's documents to a validator; `ajv-formats` does not support non-ASCII addresses. */
export function addFormats(ajv: Ajv2020): void {
  formats.default(ajv)
  ajv.addFormat("idn-email", isEmail)
}
