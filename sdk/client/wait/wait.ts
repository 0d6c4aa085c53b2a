import { withCallerStack } from "../../base/mas-error.ts"
import { AbortError, RequestError, TimeoutError, WaitError } from "../errors.ts"
import type { RequestOptions, WaitOptions } from "../options.ts"
import { raceAbort, sleep, type Times, withTimeout } from "../request/host.ts"
import { check, date, milliseconds } from "../request/options-check.ts"
import type { ApiPromise } from "../response/api-promise.ts"

const defaultInterval = 1_000
const defaultTimeout = 600_000
const shortInterval = 100
const lateBy = 100
const advice = 'Advance it: world.advance("1m"), mas mock advance 1m'

/** How to poll long-running work: how to read its state, and when it is over. */
export interface Waiting<State> {
  /** For messages: `import 7`. */
  readonly what: string
  /** Reads the state; pass the options on to the request. */
  read(options: RequestOptions): Pick<ApiPromise<State>, "withResponse">
  /** True when nothing is left to wait for. */
  isDone(state: State): boolean
  /**
   * The reason why the awaited state can no longer be reached, such as `it is expired`. The wait then ends with a
   * `WaitError`.
   */
  whyHopeless?(state: State): string | undefined
  /** How to reach the state on a mock server with a frozen clock. */
  readonly advice?: string
}

/** Polls with growing pauses until the work is over; returns the last state. */
export async function waitUntil<State>(
  work: Waiting<State>,
  options: WaitOptions<State> = {},
  { host, clock: serviceClock, lifetime }: Times,
): Promise<State> {
  const {
    pollInterval = defaultInterval,
    timeout = defaultTimeout,
    deadline,
    clock = serviceClock,
    requestTimeout,
    onProgress,
    ...others
  } = options
  check("pollInterval", pollInterval, milliseconds)
  check("timeout", timeout, milliseconds)
  check("deadline", deadline, date)
  const untilDeadline = deadline ? Math.max(0, deadline.getTime() - clock.now()) : Infinity
  const limit = Math.min(timeout || Infinity, untilDeadline)
  const endsAt = host.now() + limit
  const request = { method: "GET", path: work.what, attempts: 0 }
  const { closings } = lifetime
  const isClosed = () => lifetime.closings > closings
  let lastState: State | undefined
  let before: string | undefined
  const poll = async (signal: AbortSignal | undefined) => {
    for (let interval = pollInterval; ; interval = Math.min(interval * 1.5, pollInterval * 10)) {
      // Slightly later than the wait's own limit: for pauses beyond it, which end with the service's response.
      const remainingMs = limit === Infinity ? 0 : Math.max(1, endsAt - host.now() + lateBy)
      const { data: state, response } = await work
        .read({ ...others, clock, signal, timeout: requestTimeout, deadline: remainingMs })
        .withResponse()
      lastState = state
      await raceAbort(Promise.resolve(onProgress?.(state)), signal)
      if (work.isDone(state)) return state
      // A mock server reports a frozen clock. Then the state changes only if the caller acts in the meantime.
      const frozenAt = /clock=frozen; now=([^;\s]+)/.exec(response.header("x-mas-mock") ?? "")?.[1]
      const observed = frozenAt && frozenAt + JSON.stringify(state)
      const clockIsFrozen = `the mock server's clock is frozen at ${frozenAt}. ${work.advice ?? advice}`
      const reason = work.whyHopeless?.(state) ?? (observed && observed === before && clockIsFrozen)
      before = observed
      if (reason) throw new WaitError(`${work.what} will not be done: ${reason}`, state)
      // Between half and all of the interval, so that many waiters do not poll in step.
      const pause = (observed ? shortInterval : interval) * (0.5 + host.random() / 2)
      if (!isClosed())
        await lifetime
          .during({ signal, waitSignal: undefined }, (ended) => sleep(clock, pause, ended))
          .catch((error) => {
            if (!isClosed()) throw error
          })
      if (isClosed()) throw new AbortError(`waiting for ${work.what} was aborted: the client was closed`, request)
    }
  }
  try {
    return await withTimeout(host, {
      ms: limit,
      signal: others.signal,
      run: poll,
      late: () => new TimeoutError(`${work.what} was not done in time`, request, { lastState }),
    })
  } catch (error) {
    if (!others.signal?.aborted || error instanceof RequestError) throw withCallerStack(error)
    throw new AbortError(`waiting for ${work.what} was aborted`, request, { cause: others.signal.reason })
  }
}
