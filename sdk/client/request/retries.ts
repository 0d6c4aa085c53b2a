import { withCallerStack } from "../../base/mas-error.ts"
import { headerNames } from "../../contract/core/headers.ts"
import { ConnectionError, RequestError } from "../errors.ts"
import { randomKey } from "../idempotency.ts"
import { isError, isObject } from "../transport/fields.ts"
import { mergeHeaders } from "../transport/header-values.ts"
import type { TransportResponse } from "../transport/transport.ts"
import { mayHaveEffect, verdictOf } from "../verdict.ts"
import { withAllowedRecipients } from "./allowed-recipients.ts"
import { type Attempt, abortError, attempt, type Failure, type Success } from "./attempt.ts"
import type { Call } from "./call.ts"
import { type EarlierAttempts, finalError } from "./final-error.ts"
import { raceAbort, sleep, withTimeout } from "./host.ts"
import { Observer } from "./observer.ts"
import { parseError } from "./parse.ts"
import { pauseBefore, usualPauses } from "./retry-pauses.ts"
import { CallSecrets } from "./secrets.ts"
import { attemptChannel, traceAttempt } from "./trace.ts"

interface Progress {
  /** Number of attempts so far. */
  attempts: number
  earlier: EarlierAttempts
}

/** Sends a call until it succeeds, fails permanently or reaches its deadline. Repeats it only where that is safe. */
export async function send(call: Call): Promise<Success> {
  const { host, deadline: ms } = call.settings
  const progress: Progress = { attempts: 0, earlier: { hasArrived: false, isUncertain: false } }
  try {
    if (!ms) return await sendUntil(call, progress)
    const run = (signal: AbortSignal | undefined) => sendUntil({ ...call, signal }, progress)
    return await withTimeout(host, { ms, signal: call.signal, run })
  } catch (cause) {
    // What the caller's own code throws, such as a hook, must not hide that the service may have acted before.
    const { attempts, earlier } = progress
    const { method } = call.target
    if (cause instanceof RequestError || !earlier.isUncertain || method === "GET") throw cause
    const request = { method, path: call.shownPath, attempts, idempotencyKey: call.idempotencyKey }
    const problem = `${method} ${call.shownPath} was not sent again: ${isError(cause) ? cause.message : cause}`
    throw withCallerStack(finalError(new ConnectionError(problem, request, { cause }), call, earlier), send)
  }
}

async function sendUntil(call: Call, progress: Progress): Promise<Success> {
  const { settings, signal, target } = call
  const { host, deadline, lifetime } = settings
  const endsAt = host.now() + (deadline || Infinity)
  const isWatched = settings.onRequest || settings.onResponse || settings.logger
  const secrets = new CallSecrets(call)
  const observer = isWatched ? new Observer(call, secrets) : undefined
  let retries = 0
  let isRenewed = false
  const id = settings.ceiling && (call.idempotencyKey ?? randomKey())
  for (let attempts = 1; ; attempts += 1) {
    const request = { method: target.method, path: call.shownPath, attempts, idempotencyKey: call.idempotencyKey }
    const { earlier } = progress
    progress.attempts = attempts - 1
    const throwIfEnded = () => {
      if (!signal?.aborted && !call.isGivenUp()) return
      // When the deadline or `waitSignal` ends a pause, keep the error that caused the pause.
      if (earlier.error && !call.given?.aborted) throw earlier.error
      const failed = { ...request, attempts: attempts - 1 }
      throw withCallerStack(finalError(abortError(failed, call), call, earlier), sendUntil)
    }
    throwIfEnded()

    // 1. Get the credential: known or fetched.
    const credential = target.auth === false ? undefined : settings.credential.get()
    const token =
      typeof credential === "object" ? await lifetime.during(call, (ended) => raceAbort(credential, ended)) : credential
    let headers =
      token === undefined ? call.headers : { ...call.headers, [headerNames.authorization]: `Bearer ${token}` }
    secrets.add(headers)

    // 2. Run the caller's hook: it may add headers; its error ends the call.
    throwIfEnded()
    if (observer && settings.onRequest) {
      const hookResult = settings.onRequest(observer.event(attempts, headers))
      const added = await lifetime.during(call, (ended) => raceAbort(Promise.resolve(hookResult), ended))
      if (added && typeof added === "object") {
        headers = mergeHeaders(headers, added)
        secrets.add(headers)
        // A header can turn this into another call.
        if (settings.recipients)
          await withAllowedRecipients({ ...call, headers }, settings.recipients).catch((error) => {
            throw finalError(error, call, earlier)
          })
      }
    }

    // 3. Wait for a turn among all clients that share the pace.
    const paced = settings.pace && { call, pace: settings.pace, token }
    throwIfEnded()
    if (paced) {
      const { waitForTurn } = await import("./pacing.ts")
      const wait = (ended: AbortSignal) =>
        waitForTurn(paced, { ...request, attempts: attempts - 1 }, { signal: ended, endsAt })
      const waitError = await lifetime.during(call, wait)
      if (waitError && !call.isGivenUp()) throw withCallerStack(finalError(waitError, call, earlier), sendUntil)
    }
    throwIfEnded()

    // 4. Make the attempt. If there is a ceiling, it is counted once it has a connection.
    const room = id
      ? (await import("./ceiling.ts")).roomFor({ ...call, headers }, id, { ...request, attempts: attempts - 1 })
      : undefined
    throwIfEnded()
    observer?.started()
    const result = await tryTraced({ call, headers, request, secrets, take: room?.take }, earlier.isUncertain)
    await room?.settle(result)
    if (room?.refusal) throw withCallerStack(finalError(room.refusal, call, earlier), sendUntil)
    if (!("error" in result)) {
      observer?.ended({ attempt: attempts, response: result })
      return { response: result, request, secrets }
    }

    // 5. Repeat with a new token when the service rejected this one.
    const { response, outcome } = result
    const neverSent = result.error instanceof ConnectionError && result.error.neverSent
    const error = finalError(result.error, call, earlier)
    if (paced && outcome) (await import("./pacing.ts")).reportToPace(paced, outcome)
    if (response?.status === 401 && token && !isRenewed && canResend(call) && settings.credential.drop(token)) {
      observer?.ended({ attempt: attempts, response, error, pause: 0 })
      isRenewed = true
      progress.earlier = { hasArrived: true, isUncertain: earlier.isUncertain }
      continue
    }

    // 6. Repeat after a pause when that may help and is safe.
    retries += 1
    const mayRepeat = call.isRepeatable || neverSent
    const tries = {
      attempts: retries,
      now: settings.clock.now(),
      ladder: { ...usualPauses, random: () => host.random() },
    }
    const isLeft = outcome && mayRepeat && canResend(call) && retries <= settings.maxRetries
    const nextPause = isLeft ? pauseBefore(verdictOf(outcome, tries), tries, settings.maxRetryDelay) : undefined
    // The last failure says more than "no time left".
    const pause =
      nextPause !== undefined && host.now() + nextPause < endsAt && !call.isGivenUp() ? nextPause : undefined
    observer?.ended({ attempt: attempts, response, error, pause })
    if (pause === undefined) throw error
    const isLost = response ? mayHaveEffect({ status: response.status, body: undefined }) : !neverSent
    progress.earlier = {
      error,
      hasArrived: earlier.hasArrived || !neverSent,
      isUncertain: earlier.isUncertain || isLost,
    }
    await lifetime.during(call, (ended) =>
      sleep(settings.clock, pause, ended).catch((error) => {
        // If aborted, the loop's next check throws the AbortError. An error of the caller's clock ends the call.
        if (!ended.aborted) throw error
      }),
    )
  }
}

function tryTraced(one: Attempt, isUncertain: boolean): Promise<TransportResponse | Failure> {
  if (attemptChannel) {
    if (attemptChannel()?.hasSubscribers) return traceAttempt(one, (extended) => tryOnce(extended, isUncertain))
  }
  return tryOnce(one, isUncertain)
}

async function tryOnce(one: Attempt, isUncertain: boolean): Promise<TransportResponse | Failure> {
  const { call, request, secrets } = one
  try {
    const response = await attempt(one)
    if (response.status >= 200 && response.status < 300) return response
    const { origin, clock, maxResponseBytes } = call.settings
    const context = { secrets, origin, maxBytes: maxResponseBytes, now: clock.now(), isUncertain }
    const { error, statedPause } = parseError(response, request, context)
    return { error, response, outcome: { status: error.status, body: error.body, statedPause } }
  } catch (error) {
    // After an abort or the deadline a retry is useless.
    if (!isError(error)) throw error
    if (!(error instanceof ConnectionError) || call.signal?.aborted) return { error }
    return { error, outcome: { neverSent: error.neverSent, isLasting: error.disposition === "final" } }
  }
}

/** False for a body from a stream that has been read. */
function canResend({ body }: Call): boolean {
  return !isObject(body) || body.canOpen
}
