import { setTimeout as pause } from "node:timers/promises"
import type { Context } from "../../connection/context.ts"
import { healthTimeout, instanceAt } from "../../connection/profile/running-mocks.ts"
import { type Endpoint, lookTimeout, type Presence } from "./endpoint.ts"

/** Milliseconds between checks. A mock server's health check is free; elsewhere each check is an API request. */
const pauses = { mock: 2_000, service: 5_000 }
/** Milliseconds until a dead server is noticed: the pause before a check, and the check's timeout. */
export const noticedWithin = { mock: pauses.mock + healthTimeout, service: pauses.service + lookTimeout }
/** A mock server can be reset without a restart: every Nth check also asks for the endpoint. */
const looksBetween = 10

type Watchable = Pick<Endpoint, "id" | "look" | "addAgain">

interface Watched<T extends Watchable> {
  readonly context: Pick<Context, "note">
  readonly baseUrl: string
  readonly isMock: boolean
  /** Absent when this command does not manage the endpoint. */
  readonly endpoint: T | undefined
  /** Called when the endpoint was added again. */
  readonly onAdded: (endpoint: T) => void
  readonly wait?: Wait
}

/** Resolves after a time, or when the signal aborts. */
type Wait = (milliseconds: number, ended: AbortSignal) => Promise<unknown>

const waitFor: Wait = (milliseconds, signal) => pause(milliseconds, undefined, { signal }).catch(() => {})

/** Watches the service: notes when it stops responding, and adds the endpoint again if it comes back without it. */
export async function watch<T extends Watchable>(
  { context, baseUrl, isMock, endpoint, onAdded, wait = waitFor }: Watched<T>,
  ended: AbortSignal,
): Promise<void> {
  // The server on this machine may not be a mock server.
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
      context.note(`${baseUrl} no longer responds. Events resume automatically when it does.`)
    }
    if (presence === "there" && before === "away") context.note(`${baseUrl} responds again.`)
    before = presence
    if (presence !== "gone" || endpoint === undefined) continue
    try {
      await endpoint.addAgain()
      context.note(`${baseUrl} no longer had the endpoint: added again as endpoint ${endpoint.id}.`)
      failure = ""
      onAdded(endpoint)
    } catch (error) {
      const message = `The endpoint cannot be added again: ${error instanceof Error ? error.message : error}`
      if (message !== failure) context.note(message)
      failure = message
    }
  }
}

/** Detects a restart through the health check, which the mock server's journal does not log. */
function lookAtMock(baseUrl: string, first: string, endpoint: Watchable | undefined): () => Promise<Presence> {
  let existing = first
  let looks = 0
  return async () => {
    const instance = await instanceAt(baseUrl)
    if (instance === "") return "away"
    looks += 1
    if (endpoint === undefined || (instance === existing && looks % looksBetween !== 0)) return "there"
    const presence = await endpoint.look()
    if (presence === "there") existing = instance
    return presence
  }
}
