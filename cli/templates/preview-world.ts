import type { Fixtures, MockServer } from "../../mock-server/index.ts"
import { type Problem, placeText } from "./place.ts"
import type { FolderTemplate, TemplateSet } from "./read-templates.ts"
import type { Sample } from "./template-yaml.ts"

/** A mail of the preview: a template rendered with a sample. */
export interface Preview extends Sample {
  readonly folder: string
  /** The sample's name; undefined when the template has no samples. */
  readonly sample: string | undefined
  /** The recipient; its address contains template and sample. */
  readonly to: string
  /** Undefined when the template's files are invalid. */
  readonly template: FolderTemplate | undefined
}

/**
 * The preview mails of a folder: each template with each of its samples, in a stable order. An invalid template keeps
 * the places that its samples had `before`.
 */
export function previewsOf({ templates, folders }: TemplateSet, before: readonly Preview[] = []): Preview[] {
  return folders.flatMap((folder) => {
    const template = templates.find((one) => one.folder === folder)
    const old = before.filter((one) => one.folder === folder)
    if (template === undefined && old.length > 0) return old.map((one) => ({ ...one, template }))
    const samples: readonly (readonly [string | undefined, Sample])[] = Object.entries(template?.samples ?? {})
    const variants = samples.length > 0 ? samples : [[undefined, { data: {}, contact: {} }] as const]
    return variants.map(([sample, { data, contact }]) => {
      const to = [sample, folder].filter((part) => part !== undefined).map(slug)
      return { folder, sample, data, contact, to: `${to.join(".")}@preview.test`, template }
    })
  })
}

const slug = (text: string) => text.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "") || "x"

/** Resets the world and sends one mail per preview, so that each keeps its id. An invalid template's mail shows its problem. */
export async function showPreviews(
  service: MockServer,
  previews: readonly Preview[],
  problemsOf: (folder: string) => readonly Problem[],
): Promise<void> {
  service.world.state.setFixtures(fixturesOf(previews))
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

/** Sends a preview; returns the problem if the service refuses it. */
async function send(
  service: MockServer,
  { folder, to, data }: Preview,
  { content }: FolderTemplate,
  ids: Map<string, number>,
): Promise<string | undefined> {
  const id = ids.get(folder)
  const added = id === undefined ? await post(service, "templates", content) : { id }
  if (typeof added === "string") return added
  ids.set(folder, added.id)
  const message = { channel: "email", to, subject: content.subject ?? "(no subject)", template_id: added.id, data }
  const sent = await post(service, "messages", message)
  return typeof sent === "string" ? sent : undefined
}

/** Sent as data, because the problem may quote Liquid. */
const problemMail = ({ folder, to }: Preview, problem: string) => ({
  ...{ channel: "email", to, subject: "{{ data.folder }} cannot be shown", body: "{{ data.problem }}" },
  data: { folder, problem },
})

/** Calls the service; returns the created resource, or the reason of the refusal. */
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

/** A brand with the senders and contacts that the templates and samples name. */
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

/** The first and last name are built-in fields; all others belong to the brand. */
function contactOf(email: string, { first_name, last_name, data, ...others }: Sample["contact"]) {
  const name = (value: unknown) => (typeof value === "string" ? value : null)
  return { email, first_name: name(first_name), last_name: name(last_name), data: { ...others, ...Object(data) } }
}
