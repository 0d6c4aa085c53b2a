import { InvalidArgumentError } from "../errors.ts"
import type { RequestOptions } from "../options.ts"
import { sleep } from "../request/host.ts"
import { check, milliseconds } from "../request/options-check.ts"
import type { Requester } from "../request/requester.ts"
import type { WebhookStore } from "../webhooks/store.ts"
import { checkStore } from "../webhooks/store.ts"
import type { CatchUpAccount } from "./account.ts"
import { brandLists, momentOf, serviceTime } from "./brand-lists.ts"
import { catchUpWith } from "./catch-up.ts"
import type { CaughtUpEvent } from "./facts.ts"

/** Which time to catch up with. Any option of a call can be given too, such as `brandSid`. */
export interface CatchUpOptions extends RequestOptions {
  /** The last moment at which all was well: when the endpoint began to fail, or the backup was made. */
  since: Date | string | number
  /** Default: now, by the service's clock. */
  until?: Date | string | number | undefined
  /**
   * The receiver's own store: what it knows is left out, and what is handed over it knows afterwards. Without one, all is handed
   * over. It must keep ids since `since` (its option `keep`, 48 hours by default).
   */
  store?: WebhookStore | undefined
  /** The event types to tell. Default: those that endpoints of the brand listen to. */
  types?: readonly string[] | undefined
  /** Milliseconds that handling one event may take, after which somebody else may take it. Default 60,000. */
  lease?: number | undefined
}

/** Checks the options, and tells. */
export async function* askCatchUp(
  requester: Requester,
  given: CatchUpOptions,
  onEnd: (account: CatchUpAccount) => void,
): AsyncGenerator<CaughtUpEvent, void, undefined> {
  const { since, until, store, types, lease = 60_000, ...options } = given
  const { clock } = requester.times
  check("lease", lease, milliseconds)
  if (store !== undefined) checkStore(store)
  const from = momentOf("since", since)
  // To the end of the second, the unit of the header that tells it: what has just happened belongs to it.
  const to = until === undefined ? (await serviceTime(requester, options)) + 1_000 : momentOf("until", until)
  if (from >= to) throw new InvalidArgumentError("since", "must be before until, which is now where it is left out")
  yield* catchUpWith({
    lists: brandLists(requester, options),
    since: from,
    until: to,
    types,
    store,
    lease,
    wait: (ms) => sleep(clock, ms, options.signal),
    onEnd,
  })
}
