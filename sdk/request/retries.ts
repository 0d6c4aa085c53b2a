import { headerNames } from "../contract/core/headers.ts"
import { ConnectionError, MasError } from "../errors.ts"
import type { TransportResponse } from "../transport/transport.ts"
import { type Attempt, abortError, attempt, type Success } from "./attempt.ts"
import type { Call } from "./call.ts"
import { orAborted, sleep } from "./host.ts"
import { Observer } from "./observer.ts"
import { parseError } from "./parse.ts"
import { isTemporary, pauseBefore } from "./retry-rules.ts"
import { CallSecrets } from "./secrets.ts"
import { AttemptTrace, attemptChannel, traced } from "./trace.ts"

/** A failed attempt, and what it says about another one. */
interface Failure {
  readonly error: MasError
  readonly answer?: TransportResponse
  /** True when waiting may help. */
  readonly isTemporary: boolean
  /** Milliseconds that the service asks to wait. */
  readonly asked?: number | undefined
}

/** Sends a call as often as it takes and is safe, until it succeeds or fails for good. */
export async function send(call: Call): Promise<Success> {
  const { settings, signal, target } = call
  const { host } = settings
  const isWatched = settings.onRequest || settings.onResponse || settings.logger
  const secrets = new CallSecrets(call)
  const observer = isWatched ? new Observer(call, secrets) : undefined
  let retries = 0
  let isRenewed = false
  let isUncertain = false
  for (let attempts = 1; ; attempts += 1) {
    const request = { method: target.method, path: call.shownPath, attempts, idempotencyKey: call.idempotencyKey }
    // 1. The credential: at hand, or fetched.
    const credential = target.auth === false ? undefined : settings.credential.get()
    const token = typeof credential === "object" ? await orAborted(credential, signal) : credential
    if (signal?.aborted) throw abortError({ ...request, attempts: attempts - 1 }, signal)

    // 2. The attempt.
    if (token !== undefined) secrets.add(token)
    const headers =
      token === undefined ? call.headers : { ...call.headers, [headerNames.authorization]: `Bearer ${token}` }
    observer?.started(attempts, headers)
    const result = await traced(
      attemptChannel,
      () => new AttemptTrace(call, attempts),
      (trace) => tryOnce({ call, headers, request, secrets, trace }, isUncertain),
    )
    if (!("error" in result)) {
      observer?.ended({ attempt: attempts, answer: result })
      return { answer: result, request, secrets }
    }

    // 3. Once more with another token, where the service did not accept this one.
    const { error, answer } = result
    if (
      answer?.status === 401 &&
      token !== undefined &&
      settings.credential.canRenew &&
      !isRenewed &&
      canResend(call)
    ) {
      observer?.ended({ attempt: attempts, answer, error, pause: 0 })
      settings.credential.drop(token)
      isRenewed = true
      continue
    }

    // 4. Once more after a pause, where that may help and can do no harm.
    retries += 1
    const mayRepeat = call.isRepeatable || (error instanceof ConnectionError && error.neverSent)
    const pause =
      result.isTemporary && mayRepeat && canResend(call) && retries <= settings.maxRetries
        ? pauseBefore(retries, result.asked, settings.maxRetryDelay, host)
        : undefined
    observer?.ended({ attempt: attempts, answer, error, pause })
    if (pause === undefined) throw error
    isUncertain ||= error instanceof ConnectionError ? !error.neverSent : (answer?.status ?? 0) >= 500
    await sleep(host, pause, signal).catch(() => {
      throw abortError(request, signal)
    })
  }
}

/** The answer, where it is a success. */
async function tryOnce(one: Attempt, isUncertain: boolean): Promise<TransportResponse | Failure> {
  const { call, request, secrets } = one
  try {
    const answer = await attempt(one)
    if (answer.status >= 200 && answer.status < 300) return answer
    const { origin, host } = call.settings
    const { error, asked } = parseError(answer, request, { secrets, origin, now: host.now(), isUncertain })
    return { error, answer, asked, isTemporary: isTemporary(error.status, error.retryable) }
  } catch (error) {
    if (error instanceof ConnectionError) return { error, isTemporary: true }
    if (error instanceof MasError) return { error, isTemporary: false }
    throw error
  }
}

/** False for a body that comes from a stream which has been read from. */
function canResend({ body }: Call): boolean {
  return typeof body !== "object" || body === null || body.canOpen
}
