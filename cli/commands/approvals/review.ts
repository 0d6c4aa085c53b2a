import type { HeldItem } from "../../../sdk/outbox/index.ts"
import { findingText } from "../../../sdk/sending/lint/finding-text.ts"
import { readAddresses } from "../../../sdk/sending/recipients/address.ts"
import { recipientsOf } from "../../../sdk/sending/recipients/recipients-of.ts"
import { textsIn } from "../../../sdk/sending/recipients/strays.ts"
import type { Context } from "../../connection/context.ts"
import { mailWarnings, withTemplateTexts } from "../../terminal/ask/mail-warnings.ts"
import { reasonOf } from "../../terminal/errors/cli-error.ts"
import { showInvisibleIn } from "../../terminal/output/invisible-in.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { showInvisible } from "../../terminal/output/safe-text.ts"
import { RehearsalStage } from "../messages/rehearsal-stage.ts"
import { type AboutCall, aboutItem, aboutOf, clientOf } from "./about-call.ts"
import { requireSendable } from "./approve-item.ts"
import type { OpenApprovals } from "./open-approvals.ts"

/** All that a person needs to decide on a held call. Field names are those of the output. */
export interface Review {
  readonly id: string
  readonly state: string
  readonly revision: number
  /** Names the revision: an approval is for it. */
  readonly hash: string
  /** Hash of the bytes that would leave. */
  readonly body_sha256: string
  readonly what: string
  /** Method and path with its query, as they would leave: they name the object that the call changes. */
  readonly call: string
  readonly account: string
  readonly at: string
  readonly brand: string | null
  /** What ties the credential of the call to one brand, where it names none. */
  readonly pinned_by: string | null
  /** The person whose own records it changes. */
  readonly user: string | null
  /** The recipients that the call names. */
  readonly to: readonly string[]
  /** How many it reaches, in words. */
  readonly count: string
  readonly subject: string | null
  readonly text: string | null
  readonly html: string | null
  readonly findings: readonly string[]
  /** The template's texts when the call was held; of a program's call, when a person first looked at it. */
  readonly template: AboutCall["template"] | null
  readonly facts: AboutCall["facts"] | null
  /** The contact whose fields fill its texts, when the call was held. */
  readonly contact: AboutCall["contact"] | null
  /** True if what it would send, or to whom, is no longer what it was when its revision was made. */
  readonly changed: boolean
  /** Why it would be refused now; null if nothing is known against it. */
  readonly problem: string | null
  readonly body: unknown
  readonly source: string
  readonly held_at: string
  readonly expires_at: string
}

/** Renders each held message on a mock server in this process, by the profile's recipient guard. */
export async function reviewItems(
  context: Context,
  approvals: OpenApprovals,
  items: readonly HeldItem[],
): Promise<Review[]> {
  const reviews: Review[] = []
  for (const item of items) reviews.push(await reviewItem(context, approvals, item))
  return reviews
}

const isMessage = (item: HeldItem) => recipientsOf(callOf(item)).name === "messages.send"

const callOf = ({ method, path, body }: HeldItem) => ({ method, path, body, headers: {} })

async function reviewItem(context: Context, approvals: OpenApprovals, original: HeldItem): Promise<Review> {
  const isOpen = ["waits", "approved"].includes(original.state)
  let problem: string | undefined
  const noteProblem = (error: unknown) => {
    context.io.signal.throwIfAborted()
    problem = reasonOf(error)
    return undefined
  }
  const aboutNow = await aboutItem(context, original).catch(noteProblem)
  if (isOpen && problem === undefined) await requireSendable(context, original).catch(noteProblem)
  // What a program held has not been looked at yet.
  const item =
    isOpen && aboutNow && aboutOf(original) === undefined ? await approvals.describe(original.id, aboutNow) : original
  const about = aboutOf(item)
  const body: object = JSON.parse(item.body ?? "{}")
  const rendered = isMessage(item) ? await render(context, item, body, about?.contact) : undefined
  const { template } = about ?? {}
  const texts = { subject: about?.facts?.Subject ?? template?.subject, html: template?.html, body: template?.body }
  const mail = withTemplateTexts(body, texts)
  const { subject, html, body: text } = Object(mail)
  const to = recipientsIn(item)
  return {
    id: item.id,
    state: item.state,
    revision: item.revision,
    hash: item.hash,
    body_sha256: item.bodySha256,
    what: about?.title ?? about?.what ?? callText(item),
    call: callText(item),
    account: item.accountName,
    at: item.at,
    brand: item.brandSid,
    pinned_by: item.pinnedBy ?? null,
    user: item.userName ?? null,
    to,
    count: to.length > 0 ? countText(to.length) : (about?.facts?.Audience ?? "not named by the call"),
    subject: rendered?.subject ?? textOrNull(subject),
    text: rendered?.text ?? textOrNull(text),
    html: rendered?.html ?? textOrNull(html),
    findings: rendered?.findings ?? (template ? mailWarnings(mail) : []),
    template: template ?? null,
    facts: about?.facts ?? null,
    contact: about?.contact ?? null,
    changed: aboutNow !== undefined && about !== undefined && aboutNow.state !== about.state,
    problem: problem ?? rendered?.problem ?? null,
    body: item.body === null ? null : body,
    source: item.source,
    held_at: item.log[0]?.at ?? "",
    expires_at: item.expiresAt,
  }
}

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null)

/** What the service would deliver, with the fields of the contact as they were when the revision was made. */
async function render(context: Context, { brandSid }: HeldItem, body: object, contact: AboutCall["contact"]) {
  const stage = await RehearsalStage.open(context, await clientOf(context, brandSid), contact)
  try {
    const { subject, text, html, warnings, variables } = await stage.send(body as Parameters<RehearsalStage["send"]>[0])
    const missing = variables?.not_given ?? []
    const findings = [...warnings.map(findingText), ...missing.map((name) => `no value for ${name}`)]
    return { subject, text, html, findings, problem: undefined }
  } catch (error) {
    return {
      subject: undefined,
      text: undefined,
      html: undefined,
      findings: mailWarnings(body),
      problem: reasonOf(error),
    }
  } finally {
    await stage.close()
  }
}

/** The recipients that a call names, one by one. */
export function recipientsIn(item: HeldItem): string[] {
  const { reach } = recipientsOf(callOf(item))
  if (typeof reach !== "object" || !("field" in reach)) return []
  return textsIn(JSON.parse(item.body ?? "{}"), reach.field).flatMap((text) =>
    text === undefined ? [] : (readAddresses(text)?.map((address) => address.text) ?? [text]),
  )
}

export const callText = ({ method, path }: HeldItem) => `${method} ${path}`

/** A review or row for a person who decides: on a terminal, texts show the characters in them that nobody would see. */
export const shownWhole = ({ output: { format } }: Context, value: unknown): unknown =>
  format === "table" ? showInvisibleIn(value) : value

/** A review as lines, each with its label. */
export function factsOf(review: Review): [string, string][] {
  const { facts, to, body, template, findings, ...others } = review
  const lines: [string, unknown][] = [
    ["To", to.join(", ")],
    ["How many", review.count],
    ["Call", review.call],
    ["Account", [review.account, review.at, review.brand && `brand ${review.brand}`].filter(Boolean).join(", ")],
    ["Brand of", review.pinned_by],
    ["Signed in", review.user],
    ...Object.entries({ ...facts, Subject: others.subject }),
    ["Text", others.text],
    ["Filled in from", others.contact && JSON.stringify(others.contact)],
    ["Findings", findings.join("\n")],
    [
      "Template then",
      template && `${template.name}: ${template.subject ?? ""}\n${template.body ?? template.html ?? ""}`,
    ],
    ["Body", JSON.stringify(body)],
    ["Changed", review.changed && "what it would send has changed since it was held: it cannot be approved"],
    ["Problem", others.problem],
    ["Hash", `${others.hash}, body ${others.body_sha256}`],
    ["Waits until", others.expires_at],
  ]
  // Characters that turn or hide a text are shown as such.
  return lines.flatMap(([label, value]) => (value ? [[label, showInvisible(String(value))]] : []))
}
