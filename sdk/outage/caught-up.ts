import type { Requester } from "../request/requester.ts"
import { hide } from "../transport/fields.ts"
import type { CatchUpAccount } from "./account.ts"
import type { CatchUpOptions } from "./catch-up.ts"
import type { CaughtUpEvent } from "./facts.ts"

/** What happened in a time, event by event, oldest first; after the loop `account` says what nobody can know. */
export class CatchUp implements AsyncIterable<CaughtUpEvent> {
  /** What was told and what is lost; undefined until a loop has come to its end. */
  account: CatchUpAccount | undefined
  declare private readonly requester: () => Requester
  declare private readonly options: () => CatchUpOptions

  constructor(requester: () => Requester, options: CatchUpOptions) {
    this.account = undefined
    hide(this, "requester", requester)
    hide(this, "options", () => options)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<CaughtUpEvent, void, undefined> {
    // Few programs ever come here.
    const { catchUp } = await import("./catch-up.ts")
    yield* catchUp(this.requester(), this.options(), (account) => {
      this.account = account
    })
  }
}
