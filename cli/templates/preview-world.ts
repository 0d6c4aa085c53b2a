import type { Fixtures, MockServer } from "../../mock-server/index.ts"
import { type Problem, placeText } from "./place.ts"
import type { FolderTemplate, TemplateSet } from "./read-templates.ts"
import type { Sample } from "./template-yaml.ts"

/** A mail of the preview: a template filled in with a sample. */
export interface Preview extends Sample {
  readonly folder: string
  /** The sample's name; undefined where the template has none. */
  readonly sample: string | undefined
  /** Whom it is for: it says template and sample. */
  readonly to: string
  /** Undefined where its files cannot be read. */
  readonly template: FolderTemplate | undefined
}

/**
 * The mails of a folder of templates, each template with each of its samples, in an order that stays: a template that cannot be read
 * keeps the places of its samples, by what was there before.
 */
export function previewsOf({ templates, folders }: TemplateSet, before: readonly Preview[] = []): Preview[] {
  return folders.flatMap((folder) => {
    const template = templates.find((one) => one.folder === folder)
    const old = before.filter((one) => one.folder === folder)
    if (template === undefined && old.length > 0) return old.map((one) => ({ ...one, template }))
    const samples: readonly (readonly [string | undefined, Sample])[] = Object.entries(template?.samples ?? {})
    const shown = samples.length > 0 ? samples : [[undefined, { data: {}, contact: {} }] as const]
    return shown.map(([sample, { data, contact }]) => {
      const to = [sample, folder].filter((part) => part !== undefined).map(slug)
      return { folder, sample, data, contact, to: `${to.join(".")}@preview.test`, template }
    })
  })
}

const slug = (text: string) => text.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "x"

/** Begins the world anew with a mail for each preview, so that each keeps its id; what is wrong with a template is its mail. */
export async function showPreviews(
  service: MockServer,
  previews: readonly Preview[],
  problemsOf: (folder: string) => readonly Problem[],
): Promise<void> {
  service.world.setFixtures(fixturesOf(previews))
  const ids = new Map<string, number>()
  for (const preview of previews) {
    const { folder, template } = preview
    const problems = problemsOf(folder)
    const refusal =
      template === undefined || problems.length > 0
        ? problems.map((problem) => `${placeText(problem)}\n${problem.message}`).join("\n\n")
        : await send(service, preview, template, ids)
    if (refusal !== undefined) await post(service, "messages", problemMail(preview, refusal))
  }
}

/** Sends a preview; answers what is wrong, where the service refuses it. */
async function send(
  service: MockServer,
  { folder, to, data }: Preview,
  { content }: FolderTemplate,
  ids: Map<string, number>,
): Promise<string | undefined> {
  const known = ids.get(folder)
  const added = known === undefined ? await post(service, "templates", content) : { id: known }
  if (typeof added === "string") return added
  ids.set(folder, added.id)
  const message = { channel: "email", to, subject: content.subject ?? "(no subject)", template_id: added.id, data }
  const sent = await post(service, "messages", message)
  return typeof sent === "string" ? sent : undefined
}

/** What is wrong may quote Liquid: it goes as data. */
const problemMail = ({ folder, to }: Preview, problem: string) => ({
  ...{ channel: "email", to, subject: "{{ data.folder }} cannot be shown", body: "{{ data.problem }}" },
  data: { folder, problem },
})

/** Calls the service; answers what was made, or why it was refused. */
async function post({ url, apiKey, fetch }: MockServer, path: string, body: object) {
  const response = await fetch(`${url}/v1/my/${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
  const { id, message, validation_errors } = await response.json()
  if (response.ok) return { id: Number(id) }
  const fields = Object.entries(Object(validation_errors)).map(
    ([name, rules]) => `${name} ${[rules].flat().join(", ")}`,
  )
  return fields.length > 0 ? fields.join("\n") : String(message)
}

/** A brand whose senders and contacts are those that the templates and samples name. */
function fixturesOf(previews: readonly Preview[]): Fixtures {
  const senders = new Set([
    "hello@acme.test",
    ...previews.flatMap(({ template }) => template?.content.from_email ?? []),
  ])
  const contacts = new Map(previews.map(({ to, contact }) => [to, contactOf(to, contact)]))
  const brand = {
    senders: [...senders].map((email) => ({ email })),
    contacts: [...contacts.values()],
    ...{ lists: [], segments: [], templates: [], webhooks: [] },
  }
  return { accounts: { main: { brands: { brand_main: brand } } } }
}

/** A contact has two fields of its own; the others are the brand's. */
function contactOf(email: string, { first_name, last_name, data, ...others }: Sample["contact"]) {
  const name = (value: unknown) => (typeof value === "string" ? value : null)
  return { email, first_name: name(first_name), last_name: name(last_name), data: { ...others, ...Object(data) } }
}
