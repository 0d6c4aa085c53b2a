import type { TemplateTestResult, TemplateTestSend, TemplateUpdate, templates } from "../../sdk/contract/templates.ts"
import { conflict, invalid, notFound } from "../base/service-error.ts"
import { admit } from "../domain/messages/capacity.ts"
import { compose, type Draft, engineFor } from "../domain/messages/compose.ts"
import { accept, dispatchMessage } from "../domain/messages/life.ts"
import { isLiquid, loadTemplates } from "../domain/messages/liquid.ts"
import type { TemplateRow } from "../store/tables/templates.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const templateHandlers: HandlersFor<typeof templates> = {
  list: (world, { brand }, { page }) => world.tables.templates.page("brand", brand.id, page),

  get: (world, { brand }, { params }) => ownTemplate(world, brand.id, params.id),

  async create(world, { brand }, { body }) {
    const variables = await variablesOf(body)
    const { templates } = world.tables
    const now = world.timestamp()
    return templates.insert({
      id: templates.nextId(),
      brand_id: brand.id,
      ...empty,
      ...body,
      version: 1,
      variables,
      created_at: now,
      updated_at: now,
    })
  },

  async update(world, { brand }, { params, body }) {
    const { if_version, name, ...content } = body
    const before = ownTemplate(world, brand.id, params.id)
    const variables = await variablesOf({ ...before, ...content })
    // Read again: another change can have come in while the engine was loading.
    const template = ownTemplate(world, brand.id, params.id)
    if (if_version !== undefined && if_version !== template.version) {
      throw conflict(
        `The template is at version ${template.version}, not ${if_version}: read it again`,
        "template_version_conflict",
      )
    }
    return world.tables.templates.update(template, {
      ...content,
      name: name ?? template.name,
      variables,
      version: template.version + 1,
      updated_at: world.timestamp(),
    })
  },

  async sendTest(world, caller, { params, body }) {
    const template = ownTemplate(world, caller.brand.id, params.id)
    const subject = subjectOf(template)
    const engine = await engineFor({ subject }, template)
    const addresses = [...new Set(typeof body.email === "string" ? [body.email] : body.email)]
    const drafts = addresses.map((to) =>
      compose(world, caller.brand.id, { channel: "email", to, subject, template_id: template.id }, template, engine),
    )
    admit(world, caller.account, drafts.length)
    const results = drafts.map((draft) => sendTest(world, caller, draft))
    return { sent: results.filter(({ success }) => success).length, results } satisfies TemplateTestResult
  },
}

/** A template of the brand; 404 for any other. */
export function ownTemplate(world: World, brandId: number, id: number): TemplateRow {
  const template = world.tables.templates.get(id)
  if (template === undefined || template.brand_id !== brandId) throw notFound(`Template ${id}`)
  return template
}

const parts = ["subject", "html", "body", "preheader"] as const

const empty = {
  subject: null,
  html: null,
  body: null,
  preheader: null,
  from_name: null,
  from_email: null,
  reply_to: null,
}

/** The names that a template fills in; a part that is not Liquid is a 422. */
async function variablesOf(content: Pick<TemplateUpdate, (typeof parts)[number]>): Promise<string[]> {
  const texts = parts.flatMap((field) => {
    const text = content[field]
    return text != null && isLiquid(text) ? [{ field, text }] : []
  })
  if (texts.length === 0) return []
  const engine = await loadTemplates()
  const names = texts.flatMap(({ field, text }) => {
    try {
      return engine.variables([text])
    } catch (error) {
      throw invalid({ [field]: [`is not valid Liquid: ${error instanceof Error ? error.message : "unknown"}`] })
    }
  })
  return [...new Set(names)]
}

function subjectOf({ subject }: TemplateRow): string {
  if (!subject) throw invalid({ subject: ["of the template is empty: there is nothing to send"] })
  return subject
}

/** Sends at once, so that the answer can say how it went. Emits no events. */
function sendTest(world: World, { account, brand }: Caller, draft: Draft): TemplateTestSend {
  const { id } = accept(world, draft, { account, brand, idempotencyKey: undefined, isTest: true })
  dispatchMessage(world, id)
  const sent = world.tables.messages.get(id)
  const status = sent?.status ?? "failed"
  return { email: draft.to, success: status === "sent", status, error: sent?.failure_reason ?? null, message_id: id }
}
