import { jsonFromText } from "../../../sdk/contract/core/parse-text.ts"
import { ServiceError } from "../../base/service-error.ts"
import type { World } from "../../world/world.ts"
import { compose } from "../messages/compose.ts"

const sampleRecipient = "ada@example.test"

/** A template as a mail, without sending it; if it could not be sent, the text says why. 404 if it does not exist. */
export function previewTemplate(world: World, id: number, to: string | null, data: string | null) {
  const template = world.tables.templates.known(id)
  const samples: unknown = data ? jsonFromText(data) : {}
  if (typeof samples !== "object" || samples === null || Array.isArray(samples)) {
    return { html: null, text: "The samples are not a JSON object." }
  }
  const message = {
    channel: "email",
    to: to || sampleRecipient,
    subject: template.subject ?? template.name,
    template_id: id,
    data: { ...samples },
  } as const
  try {
    const { html, text } = compose(world, template.brand_id, message, template)
    return { html, text }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { html: null, text: `It cannot be sent: ${error.message}` }
  }
}
