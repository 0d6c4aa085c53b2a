import type { CeilingStore } from "../../stores/ceiling.ts"
import { InvalidArgumentError } from "../errors.ts"
import { defineNonEnumerable } from "../transport/fields.ts"
import { host, storeReply } from "./host.ts"
import { check, object } from "./options-check.ts"
import type { Requester } from "./requester.ts"
import type { SendingHealth, SendingHealthOptions } from "./sending-health.ts"

/** Whether sending is stopped. */
export interface SendingStatus {
  /** True while all sending is refused. */
  readonly isStopped: boolean
  /** Why, if somebody said so. */
  readonly reason?: string | undefined
  /** When it was stopped. */
  readonly since?: Date | undefined
  /** Whom a stop holds back: `this process only`, or those that share the store. */
  readonly sharedBy: string
}

/**
 * The stop of all sending. It holds back every call that reaches people, of all clients with the same `ceiling.store`, at
 * once; they fail with a `SendCeilingError`. Reading goes on, and drafts and outboxes keep what they have.
 * `stop`, `start` and `status` throw an InvalidArgumentError if the client has no `ceiling`, and an Error if its store
 * does not reply within 10 seconds.
 */
export class Sending {
  declare private readonly requester: () => Requester

  constructor(requester: () => Requester) {
    defineNonEnumerable(this, "requester", requester)
  }

  /** Stops sending, until `start`. A second stop keeps the time of the first, and its reason if it gives none. */
  async stop(options: { readonly reason?: string | undefined } = {}): Promise<SendingStatus> {
    check("options", options, object)
    const { reason, ...others } = options
    for (const name in others) throw new InvalidArgumentError(name, "is not an option of stop")
    if (reason !== undefined && typeof reason !== "string") throw new InvalidArgumentError("reason", "must be text")
    return this.withStore((store) => store.stop(reason))
  }

  /** Lets sending go on. */
  async start(): Promise<SendingStatus> {
    return this.withStore((store) => store.start())
  }

  /** Whether sending is stopped, since when and why. */
  async status(): Promise<SendingStatus> {
    return this.withStore()
  }

  /**
   * How the brand's mails of the last hour and day fare: the shares that bounced for good or were marked as spam, whose they are, which
   * tags they have, and what cannot be known. From your own webhook `events`, or from what the service lists.
   *
   * ```ts
   * const { state, problems } = await mas.sending.health()
   * if (state === "pause") await mas.sending.stop({ reason: problems.join("; ") })
   * ```
   * Needs no `ceiling`. @throws InvalidArgumentError for invalid limits.
   */
  async health(options: SendingHealthOptions = {}): Promise<SendingHealth> {
    check("options", options, object)
    const { sendingHealth } = await import("./sending-health.ts")
    return sendingHealth(this.requester(), options)
  }

  /** Changes the stop, and says how it stands then. */
  private async withStore(change?: (store: CeilingStore) => Promise<void>): Promise<SendingStatus> {
    const { ceiling } = this.requester()
    if (!ceiling)
      throw new InvalidArgumentError("ceiling", "is missing: give it with a store, or set MAS_CEILING_STORE")
    const { activeCeiling } = await import("./ceiling.ts")
    const { store } = activeCeiling(ceiling)
    const { sharedBy } = store
    const stop = await storeReply(host, async () => {
      await change?.(store)
      return store.stopped()
    })
    if (!stop) return { isStopped: false, sharedBy }
    return { isStopped: true, reason: stop.reason, since: new Date(stop.since), sharedBy }
  }
}
