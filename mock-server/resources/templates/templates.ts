/*
 * Endpoints, listed by `npm run generate`.
 * list: GET /v1/my/templates
 * create: POST /v1/my/templates
 * get: GET /v1/my/templates/{id}
 * update: PATCH /v1/my/templates/{id}
 * sendTest: POST /v1/my/templates/{id}/send_test
 */

import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type {
  TemplateCreate,
  TemplateTestResult,
  TemplateTestSend,
  TemplateUpdate,
} from "../../../sdk/contract/templates.ts"
import { conflict, invalid } from "../../base/service-error.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import type { HandlersFor } from "../handlers-for.ts"
import { admit } from "../messages/capacity.ts"
import { compose, type OutgoingMessage } from "../messages/compose.ts"
import { isLiquid, liquid } from "../messages/liquid.ts"
import { sendTestMessage } from "../messages/send.ts"
import type { TemplateRow } from "./table.ts"

export const emptyTemplate = {
  subject: null,
  html: null,
  body: null,
  preheader: null,
  from_name: null,
  from_email: null,
  reply_to: null,
}

export function createTemplate(world: World, { brand }: Caller, template: TemplateCreate): TemplateRow {
  const variables = variablesOf(template)
  return world.tables.templates.add(world, { brand_id: brand.id, ...emptyTemplate, ...template, version: 1, variables })
}

export function changeTemplate(
  world: World,
  caller: Caller,
  id: number,
  { if_version, name, ...content }: TemplateUpdate,
): TemplateRow {
  const { templates } = world.tables
  const template = templates.own(caller, id)
  const variables = variablesOf({ ...template, ...content })
  if (if_version !== undefined && if_version !== template.version) {
    throw conflict(
      "28.10",
      `The template is at version ${template.version}, not ${if_version}: read it again`,
      "template_version_conflict",
    )
  }
  return templates.change(world, template, {
    ...content,
    name: name ?? template.name,
    variables,
    version: template.version + 1,
  })
}

/** Sends a template to each address at once, so that the response has the results. Emits no events. */
export function testTemplate(
  world: World,
  caller: Caller,
  template: TemplateRow,
  addresses: readonly string[],
): TemplateTestResult {
  const subject = subjectOf(template)
  const mailboxes = addresses.map(mailboxKey)
  const recipients = addresses.filter((_, at) => mailboxes.findIndex((one) => one === mailboxes[at]) === at)
  const outgoing = recipients.map((to) => {
    const message = { channel: "email", to, subject, template_id: template.id } as const
    return compose(world, caller.brand.id, message, template)
  })
  admit(world, caller.account, outgoing.length)
  const results = outgoing.map((message) => testSend(world, caller, message))
  return { sent: results.filter(({ success }) => success).length, results }
}

function testSend(world: World, caller: Caller, message: OutgoingMessage): TemplateTestSend {
  const { id, status, failure_reason } = sendTestMessage(world, caller, message)
  return { email: message.to, success: status === "sent", status, error: failure_reason ?? null, message_id: id }
}

function subjectOf({ subject }: TemplateRow): string {
  if (!subject) throw invalid("28.11", { subject: ["of the template is empty: there is nothing to send"] })
  return subject
}

const parts = ["subject", "html", "body", "preheader"] as const
type Content = Pick<TemplateUpdate, (typeof parts)[number]>

export const liquidParts = (content: Content) =>
  parts.flatMap((field) => {
    const text = content[field]
    return text != null && isLiquid(text) ? [{ field, text }] : []
  })

/** The variables of a template; invalid Liquid is a 422 that names the part, prefixed with `path`. */
export function variablesOf(content: Content, path = ""): string[] {
  const names = liquidParts(content).flatMap(({ field, text }) => {
    try {
      return liquid().variables([text])
    } catch (error) {
      throw invalid("22.9", {
        [path + field]: [`is not valid Liquid: ${error instanceof Error ? error.message : "unknown"}`],
      })
    }
  })
  return [...new Set(names)]
}

export const templateHandlers: HandlersFor<"templates"> = {
  list: (world, { brand }, { page }) => world.tables.templates.page("brand", brand.id, page),

  get: (world, caller, { params }) => world.tables.templates.own(caller, params.id),

  create: (world, caller, { body }) => createTemplate(world, caller, body),

  update: (world, caller, { params, body }) => changeTemplate(world, caller, params.id, body),

  sendTest: (world, caller, { params, body }) =>
    testTemplate(world, caller, world.tables.templates.own(caller, params.id), [body.email].flat()),
}
