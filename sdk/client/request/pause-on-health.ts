import { headerNames } from "../../contract/core/headers.ts"
import type { CeilingOptions } from "../../sending/ceilings/options.ts"
import { recipientsOf } from "../../sending/recipients/recipients-of.ts"
import { ConnectionError } from "../errors.ts"
import { isError } from "../transport/fields.ts"
import { requestHeader } from "../transport/headers.ts"
import type { Call } from "./call.ts"
import { activeCeiling } from "./ceiling.ts"
import { raceAbort } from "./host.ts"
import type { EarlierMessages, SendingHealth } from "./sending-health.ts"

/** Milliseconds between two checks of a client. */
const checkEvery = 60_000

interface Check {
  readonly at: number
  readonly done: Promise<unknown>
  readonly earlierMessages: EarlierMessages
}

/** By ceiling and credential: each has other rates. */
const checks = new WeakMap<CeilingOptions, WeakMap<object, Map<string, Check>>>()

/**
 * Before a call that reaches people: stops sending if the rates say so, at most one check a minute. Mails before the last `start` do not
 * count, as a person has seen them. While the rates cannot be read, nothing is sent.
 */
export async function pauseOnHealth(
  call: Call,
  getHealth: (newerThan: number | undefined, earlierMessages: EarlierMessages) => Promise<SendingHealth>,
): Promise<void> {
  const { target, settings, shownPath, body, headers, idempotencyKey } = call
  const { ceiling, clock } = settings
  if (ceiling?.options.pauseOn !== "health" || target.method === "GET") return
  const path = call.path.slice(settings.basePath.length)
  const { reach, doubt } = recipientsOf({ method: target.method, path, headers, body })
  if (reach === "nobody" && !doubt) return
  const { options } = ceiling
  const { store } = activeCeiling(options)
  const check = async (earlierMessages: EarlierMessages) => {
    if (await store.stopped()) return
    const { state, problems } = await getHealth(await store.sinceStart?.(), earlierMessages)
    if (state === "pause") await store.stop(`${problems.join("; ")} (pauseOn: "health")`)
  }
  const byCredential = checks.get(options) ?? new WeakMap<object, Map<string, Check>>()
  checks.set(options, byCredential)
  const byScope = byCredential.get(settings.credential) ?? new Map<string, Check>()
  byCredential.set(settings.credential, byScope)
  // Another brand or account has other rates.
  const scope = JSON.stringify([
    settings.origin,
    ...[headerNames.brand, headerNames.account].map((name) => requestHeader(headers, name)),
  ])
  const last = byScope.get(scope)
  const age = clock.now() - (last?.at ?? 0)
  const earlierMessages = last?.earlierMessages ?? { rows: [] }
  const current =
    last && age >= 0 && age < checkEvery ? last : { at: clock.now(), done: check(earlierMessages), earlierMessages }
  byScope.set(scope, current)
  try {
    await raceAbort(current.done, call.signal)
  } catch (error) {
    call.signal?.throwIfAborted()
    // The next call asks again.
    if (byScope.get(scope) === current) byScope.delete(scope)
    const reason = isError(error) ? error.message : String(error)
    const request = { method: target.method, path: shownPath, attempts: 0, idempotencyKey }
    const text = `${target.name ?? shownPath} was not sent: the health of sending cannot be read: ${reason}`
    throw new ConnectionError(text, request, { neverSent: true, cause: error })
  }
}
