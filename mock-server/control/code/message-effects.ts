import type { MessageRow } from "../../base/models.gen.ts"
import { suppressionOf } from "../../resources/suppressions/suppressions.ts"
import type { World } from "../../world/world.ts"
import { literal } from "./literal.ts"
import type { SentRequest } from "./sent-request.ts"

/** What became of a message that a request sent, until the next request. */
export interface MessageEffect {
  readonly message: MessageRow
  /** Its events after the acceptance, such as `email.bounced`. */
  readonly events: readonly string[]
  /** When the last of them happened. Milliseconds since 1970. */
  readonly at: number
  /** True when nothing has happened to it since the next request, so that its status is that of this time. */
  readonly isWhole: boolean
}

/** The effects on each message that a request sent; none of messages whose history is no longer kept. */
export function messageEffects(world: World, { entry }: SentRequest): MessageEffect[] {
  const { history, journal, tables } = world
  const end = journal.kept(entry.id + 1)?.historyId ?? history.lastId
  const start = journal.kept(entry.id)?.historyId ?? 0
  if (start < history.lastId - history.size) return []
  return entry.made.flatMap((resource) => {
    const message = resource.kind === "message" ? tables.messages.get(resource.id) : undefined
    if (message === undefined) return []
    const happened = [...newsOf(world, message.id, start, end)]
    const count = (tables.messageContents.get(message.id)?.timeline.length ?? 0) - 1
    const events = happened.map(({ event }) => event)
    return [{ message, events, at: happened.at(-1)?.at ?? 0, isWhole: count === events.length }]
  })
}

function* newsOf({ history }: World, message: number, start: number, end: number) {
  for (let id = start + 1; id <= end; id++) {
    const { at = 0, news } = history.get(id) ?? {}
    if (news === undefined || !("what" in news) || news.event === undefined) continue
    if (news.about?.kind === "message" && news.about.id === message) yield { at, event: news.event }
  }
}

interface MessageLineOptions {
  /** True when events happen in the test exactly as they did. */
  readonly areOnTime: boolean
  /** True when the test's client may ask the service without a fault or a limit in its way. */
  readonly canAsk: boolean
}

/** What the test expects of each message: its events, its status with the reason, and that its recipient is suppressed. */
export function messageLines(
  world: World,
  effects: readonly MessageEffect[],
  { areOnTime, canAsk }: MessageLineOptions,
): string[] {
  return effects.flatMap(({ message, events, at, isWhole }) => {
    const { id, to, channel, status, status_reason_code } = message
    const timeline = [`${channel}.queued`, ...events].map((type) => ({ type }))
    const expected = { ...(isWhole && { status, status_reason_code }), timeline }
    const suppression = isWhole && canAsk ? suppressionBy(world, message, at) : undefined
    return [
      // On a running clock what happened next may happen sooner in the test.
      isWhole || areOnTime
        ? `expect(world.messages.get(${id})).toMatchObject(${literal(expected)})`
        : `expect(world.messages.get(${id}).timeline.slice(0, ${timeline.length})).toMatchObject(${literal(timeline)})`,
      ...(suppression === undefined
        ? []
        : [
            `expect((await mas.suppressions.list({ email: ${JSON.stringify(to)} })).items).toMatchObject([`,
            `  ${literal({ reason: suppression.reason })},`,
            "])",
          ]),
    ]
  })
}

/** The suppression that the message's bounce or complaint caused. */
function suppressionBy(world: World, { brand_id, to, status_reason_code }: MessageRow, at: number) {
  const account = world.tables.brands.get(brand_id)?.account_id
  const row = account === undefined ? undefined : suppressionOf(world, account, to)
  return row && row.reason === status_reason_code && Date.parse(row.created_at) <= at ? row : undefined
}

/** The effects in words, for the name of the test: `bounced@simulator.test: sent, hard bounce`. */
export const effectText = (effects: readonly MessageEffect[]): string =>
  effects
    .map(({ message: { to, status, status_reason_code }, events, isWhole }) => {
      const last = events.at(-1)?.split(".")[1] ?? "queued"
      const isDifferent = isWhole && status_reason_code && status !== "failed"
      return `${to}: ${isDifferent ? `${status}, ${status_reason_code.replace("_", " ")}` : last}`
    })
    .join("; ")
