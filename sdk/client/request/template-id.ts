import { headerNames } from "../../contract/core/headers.ts"
import type { TemplateReference } from "../../sending/template-message.ts"
import { InvalidArgumentError } from "../errors.ts"
import { requestHeader } from "../transport/headers.ts"
import type { Settings } from "./settings.ts"

/** The body of a call, with a template of `templates/` replaced by its id at this address and in this brand. */
export function withTemplateId(
  body: unknown,
  reference: TemplateReference<unknown>,
  { origin, basePath, headers, templateIds }: Settings,
): unknown {
  const address = origin + basePath
  const brand = requestHeader(headers, headerNames.brand)
  const id = templateIds?.[reference.template] ?? reference.ids?.[address]?.[brand ?? "(default)"]
  if (typeof id !== "number") {
    const scope = brand === undefined ? address : `${address}, brand ${brand}`
    const advice =
      "push it there (mas templates push), then record its id (mas templates types; for a mock server, in templateIds)"
    throw new InvalidArgumentError("template_id", `is ${reference.template}, which has no id at ${scope}: ${advice}`)
  }
  return { ...Object(body), template_id: id }
}
