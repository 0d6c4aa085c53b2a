import type { Requester } from "../client/request/requester.ts"
import { defineNonEnumerable } from "../client/transport/fields.ts"
import type { CatchUpAccount } from "./account.ts"
import type { CatchUpOptions } from "./catch-up.ts"
import type { CaughtUpEvent } from "./facts.ts"

/** The events of a period, oldest first. After the loop, `account` says what cannot be recovered. */
export class CatchUp implements AsyncIterable<CaughtUpEvent> {
  /** The result; undefined until a loop has finished. */
  account: CatchUpAccount | undefined
  declare private readonly requester: () => Requester
  declare private readonly options: () => CatchUpOptions

  constructor(requester: () => Requester, options: CatchUpOptions) {
    this.account = undefined
    defineNonEnumerable(this, "requester", requester)
    defineNonEnumerable(this, "options", () => options)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<CaughtUpEvent, void, undefined> {
    // Loaded on demand: few programs need it.
    const { catchUp } = await import("./catch-up.ts")
    yield* catchUp(this.requester(), this.options(), (account) => {
      this.account = account
    })
  }
}
