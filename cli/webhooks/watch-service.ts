import { setTimeout as pause } from "node:timers/promises"
import type { Context } from "../context.ts"
import { healthTimeout, instanceAt } from "../profile/running-mocks.ts"
import { type Endpoint, lookTimeout, type Presence } from "./endpoint.ts"

/** Milliseconds between looks. A mock server is asked on the side; anywhere else each look is a request of the service. */
const pauses = { mock: 2_000, service: 5_000 }
/** Milliseconds until a server that has died is noticed: the pause before a look, and the time that the look takes. */
export const noticedWithin = { mock: pauses.mock + healthTimeout, service: pauses.service + lookTimeout }
/** A mock server can be reset without a restart: every Nth check also asks for the endpoint. */
const looksBetween = 10

type Watchable = Pick<Endpoint, "id" | "look" | "addAgain">

interface Watched<T extends Watchable> {
  readonly context: Pick<Context, "note">
  readonly baseUrl: string
  readonly isMock: boolean
  /** Absent where the endpoint is not this command's business. */
  readonly endpoint: T | undefined
  /** Told when the endpoint was added once more. */
  readonly onAdded: (endpoint: T) => void
  readonly wait?: Wait
}

/** Resolves after a time, or when the signal aborts. */
type Wait = (milliseconds: number, ended: AbortSignal) => Promise<unknown>

const waitFor: Wait = (milliseconds, signal) => pause(milliseconds, undefined, { signal }).catch(() => {})

/** Looks whether the service is still there, says when it is not, and adds the endpoint again when it is back without it. */
export async function watch<T extends Watchable>(
  { context, baseUrl, isMock, endpoint, onAdded, wait = waitFor }: Watched<T>,
  ended: AbortSignal,
): Promise<void> {
  // What answers on this machine need not be a mock server.
  const instance = isMock ? await instanceAt(baseUrl) : ""
  const look = instance === "" ? async () => endpoint?.look() ?? "there" : lookAtMock(baseUrl, instance, endpoint)
  let before: Presence = "there"
  let failure = ""
  for (;;) {
    await wait(instance !== "" ? pauses.mock : pauses.service, ended)
    if (ended.aborted) return
    const presence = await look()
    if (ended.aborted) return
    if (presence === "away" && before !== "away") {
      context.note(`${baseUrl} does not answer any more. Nothing comes until it does; this goes on by itself then.`)
    }
    if (presence === "there" && before === "away") context.note(`${baseUrl} answers again.`)
    before = presence
    if (presence !== "gone" || endpoint === undefined) continue
    try {
      await endpoint.addAgain()
      context.note(`${baseUrl} did not have the endpoint any more: it is endpoint ${endpoint.id} now.`)
      failure = ""
      onAdded(endpoint)
    } catch (error) {
      const message = `The endpoint cannot be added again: ${error instanceof Error ? error.message : error}`
      if (message !== failure) context.note(message)
      failure = message
    }
  }
}

/** Which run of a mock server answers is told on the side, so that its journal has no line for each look. */
function lookAtMock(baseUrl: string, first: string, endpoint: Watchable | undefined): () => Promise<Presence> {
  let known = first
  let looks = 0
  return async () => {
    const instance = await instanceAt(baseUrl)
    if (instance === "") return "away"
    looks += 1
    if (endpoint === undefined || (instance === known && looks % looksBetween !== 0)) return "there"
    const presence = await endpoint.look()
    if (presence === "there") known = instance
    return presence
  }
}
