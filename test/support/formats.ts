import type { Ajv2020 } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { isEmail } from "../../sdk/contract/core/text-patterns.ts"

/** Teaches a validator the formats that documents of this project use; `ajv-formats` has no addresses in other scripts. */
export function addFormats(ajv: Ajv2020): void {
  formats.default(ajv)
  ajv.addFormat("idn-email", isEmail)
}
