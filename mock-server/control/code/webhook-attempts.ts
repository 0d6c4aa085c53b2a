import type { LoggedAttempt } from "../../world/attempt-log.ts"
import type { CreatedResource } from "../../world/created-resources.ts"
import type { DeliveryOutcome } from "../../world/delivery.ts"
import type { World } from "../../world/world.ts"
import { messageIdIn } from "../deliveries.ts"
import { literal } from "./literal.ts"

/**
 * The webhook attempts that were due before the next request, delivery by delivery. On a running clock the first attempt of a
 * delivery may be made later than it was due: it then counts as made at the time of the next request.
 */
export function attemptsUntil(world: World, id: number): readonly LoggedAttempt[] {
  const { at: end = Infinity, deliveryId = Infinity } = world.journal.kept(id + 1) ?? {}
  return world.attempts
    .list()
    .filter(
      ({ at, number, injected, delivery_id }) =>
        (at <= end || (number === 1 && injected === undefined)) &&
        delivery_id <= deliveryId &&
        delivery_id > (world.restoredUpTo ?? 0),
    )
    .map((attempt) => ({ ...attempt, at: Math.min(attempt.at, end) }))
    .sort((a, b) => a.delivery_id - b.delivery_id)
}

/** The attempts for events of one message, or for one sample event. */
export interface OwnAttempts {
  /** The filter that selects them in the test. */
  readonly filter: string
  readonly attempts: readonly LoggedAttempt[]
}

/** The attempts for what a request made. */
export const ownAttempts = (attempts: readonly LoggedAttempt[], created: readonly CreatedResource[]): OwnAttempts[] =>
  created
    .map((resource) =>
      resource.kind === "message"
        ? {
            filter: `message_id: ${resource.id}`,
            attempts: attempts.filter(({ body }) => messageIdIn(body) === resource.id),
          }
        : {
            filter: "event_id: response.event_id",
            attempts: attempts.filter(({ event_id }) => event_id === resource.id),
          },
    )
    .filter((group) => group.attempts.length > 0)

export const isOdd = ({ outcome }: LoggedAttempt) => !("status" in outcome) || outcome.status !== 200

/**
 * What the test expects of them: each, and no other. On a running clock the test may see more retries than were recorded,
 * so it looks at no later attempt than the recorded ones.
 */
export function attemptLines({ filter, attempts }: OwnAttempts, areOnTime: boolean): string[] {
  const inOrder = ".sort((a, b) => a.delivery_id - b.delivery_id)"
  if (areOnTime) {
    const recorded = attempts.map((attempt) => ({ event_type: attempt.event_type, ...resultOf(attempt) }))
    return [`expect(world.deliveries.list({ ${filter} })${inOrder}).toMatchObject(${literal(recorded)})`]
  }
  return [...new Set(attempts.map(({ event_type }) => event_type))].flatMap((type) => {
    const recorded = attempts.filter(({ event_type }) => event_type === type).map(resultOf)
    const last = Math.max(...recorded.map(({ attempt }) => attempt))
    return [
      "expect(",
      `  world.deliveries.list({ ${filter}, event_type: ${JSON.stringify(type)} })`,
      `    .filter(({ attempt }) => attempt <= ${last})`,
      `    ${inOrder},`,
      `).toMatchObject(${literal(recorded)})`,
    ]
  })
}

const resultOf = ({ number, outcome }: LoggedAttempt) => ({
  attempt: number,
  response_status: "status" in outcome ? outcome.status : null,
})

/** A receiver that gives the recorded responses, for the options of the service; before it, what it needs. */
export const receiverLines = (attempts: readonly LoggedAttempt[], usual: string) => ({
  before: [
    "// The receiver's responses by event type, message and endpoint: a list for each event, an entry for each attempt.",
    "const responses = new Map([",
    ...[...responsesOf(attempts)].map(([key, lists]) => `  [${JSON.stringify(key)}, [${lists.join(", ")}]],`),
    "])",
    "const ofEvent = new Map()",
  ],
  option: [
    "deliver({ headers, body, url }) {",
    '  const event = `${headers["webhook-id"]} ${url}`',
    "  const { type, data } = JSON.parse(body)",
    "  const key = `${type} of message ${data.message_id} to ${url}`",
    "  if (!ofEvent.has(event)) ofEvent.set(event, responses.get(key)?.shift() ?? [])",
    `  return ofEvent.get(event).shift() ?? ${usual}`,
    "},",
  ],
})

/**
 * The receiver's responses, keyed by what every run has in common: event type, message, endpoint and order of first delivery.
 * Event ids depend on the time, and the test has its own clock.
 */
function responsesOf(attempts: readonly LoggedAttempt[]): Map<string, string[]> {
  const lists = new Map<string, Map<string, string[]>>()
  const inOrder = attempts.toSorted((a, b) => a.at - b.at || a.delivery_id - b.delivery_id || a.number - b.number)
  for (const { event_id, event_type, url, body, injected, outcome } of inOrder) {
    // A delivery that was lost never reached the receiver.
    if (injected?.drop === "before") continue
    const key = `${event_type} of message ${messageIdIn(body)} to ${url}`
    const events = lists.get(key) ?? new Map<string, string[]>()
    lists.set(key, events)
    events.set(event_id, [...(events.get(event_id) ?? []), literal(withoutResponse(outcome))])
  }
  return new Map([...lists].map(([key, events]) => [key, [...events.values()].map((list) => `[${list.join(", ")}]`)]))
}

const withoutResponse = (outcome: DeliveryOutcome) =>
  "status" in outcome ? { status: outcome.status, duration: 0 } : { error: outcome.error, duration: 0 }
