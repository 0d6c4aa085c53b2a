import { redactText } from "../../contract/core/redact.ts"
import type { Pace, PacedRequest } from "../../stores/pace.ts"
import { addFields, ConnectionError, type FailedRequest, TimeoutError } from "../errors.ts"
import { ignoreErrors } from "../hooks.ts"
import { sha256 } from "../sha256.ts"
import { isError } from "../transport/fields.ts"
import { type Outcome, scopeOf } from "../verdict.ts"
import type { Call } from "./call.ts"

interface Paced {
  readonly call: Call
  readonly pace: Pace
  readonly token: string | undefined
}

/** Milliseconds of a pause after a refusal that names no time. */
const usualPause = 1_000

function pacedRequest({ call, token = "" }: Paced): PacedRequest {
  const { settings, target, shownPath } = call
  return {
    credential: sha256(`${settings.origin} ${token}`),
    endpoint: target.name ?? `${target.method} ${redactText(shownPath)}`,
  }
}

/**
 * Waits until the call may be sent, and resolves with undefined. Resolves with the call's error if its turn comes too
 * late, or if the pace's store fails. Also resolves with undefined if the caller aborts the call.
 */
export async function waitForTurn(
  paced: Paced,
  request: FailedRequest,
  { signal, endsAt }: { readonly signal: AbortSignal; readonly endsAt: number },
): Promise<ConnectionError | undefined> {
  const { call, pace } = paced
  const { clock, host, maxRetryDelay, priority = 0 } = call.settings
  const label = `${request.method} ${request.path} was not sent${request.attempts > 0 ? " again" : ""}`
  try {
    const longest = Math.max(0, Math.min(endsAt - host.now(), maxRetryDelay))
    const onNotice = (text: string) => ignoreErrors(() => call.settings.logger?.warn?.(text, {}))
    const wait = await pace.turn(pacedRequest(paced), { priority, longest, signal, onNotice })
    if (wait === undefined || call.given?.aborted) return undefined
    const retryAt = new Date(clock.now() + wait)
    const problem = signal.aborted
      ? "its turn has not come within its deadline"
      : `its turn comes in ${Math.ceil(wait / 1_000)} s, later than its deadline or maxRetryDelay lets it wait`
    return addTo(new TimeoutError(`${label}: ${problem}`, request, { neverSent: true }), retryAt)
  } catch (error) {
    if (call.given?.aborted) return undefined
    const problem = isError(error) ? error.message : String(error)
    return new ConnectionError(`${label}: its pace failed: ${problem}`, request, {
      neverSent: true,
      cause: error,
    })
  }
}

function addTo(error: TimeoutError, retryAt: Date): TimeoutError {
  addFields(error, { retryAt, disposition: "later" })
  return error
}

/** Reports a refusal to the pace, without waiting for its store. */
export function reportToPace(paced: Paced, outcome: Exclude<Outcome, { readonly error: unknown }>): void {
  const { pace, call } = paced
  const { statedPause } = outcome
  const report = () => {
    const scope = scopeOf(outcome)
    if (scope === "credential") return pace.slow(pacedRequest(paced), statedPause ?? usualPause)
    if (statedPause === undefined) return undefined
    if (scope === "endpoint") return pace.stop(pacedRequest(paced), statedPause)
    return scope === "call" ? pace.countFailure(pacedRequest(paced), statedPause) : undefined
  }
  ignoreErrors(report, (reason) =>
    ignoreErrors(() => call.settings.logger?.warn?.("reporting to the pace failed", { error: String(reason) })),
  )
}
