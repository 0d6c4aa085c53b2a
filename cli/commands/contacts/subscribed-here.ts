import { MasError } from "../../../sdk/client/errors.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type { ContactsRow } from "../../../sdk/files/contacts-csv/index.ts"
import type { Context } from "../../connection/context.ts"
import { countText } from "../../terminal/output/numbers.ts"

/** In a larger account the look-up would take longer than most imports. */
const mostContacts = 10_000

/** Who is subscribed in the account before an import, and what the import's rows change. */
export class SubscribedHere {
  /** Why the changes are not counted. */
  uncounted: string | undefined
  readonly #subscribed = new Set<string>()
  readonly #left = new Set<string>()
  #takenOff = 0
  #optedInAgain = 0

  /** Reads the account's contacts, if there are at most 10,000. */
  static async read(context: Context): Promise<SubscribedHere> {
    const here = new SubscribedHere()
    const client = await context.client()
    const progress = context.progress("Read the contacts here")
    let count = 0
    try {
      for await (const page of client.contacts.list({ limit: 100 }, { signal: context.io.signal }).pages()) {
        count += page.items.length
        if (Math.max(page.totalCount ?? 0, count) > mostContacts) {
          here.uncounted = `the account has more than ${countText(mostContacts)} contacts`
          break
        }
        for (const { email, subscribed_email, channels } of page.items) {
          if (subscribed_email) here.#subscribed.add(mailboxKey(email))
          else if (channels.some(({ kind, opt_out_at }) => kind === "email" && opt_out_at))
            here.#left.add(mailboxKey(email))
        }
        progress.update({ done: count, unit: "contacts", total: page.totalCount ?? undefined })
      }
    } catch (error) {
      if (!(error instanceof MasError) || context.io.signal?.aborted) throw error
      here.uncounted = "the contacts of the account could not be listed"
    } finally {
      progress.end()
    }
    return here
  }

  /** Counts what a row changes; each address once. */
  add({ contact }: ContactsRow): void {
    const address = mailboxKey(contact.email)
    if (contact.opt_in === false && this.#subscribed.delete(address)) this.#takenOff++
    if (contact.opt_in === true && this.#left.delete(address)) this.#optedInAgain++
  }

  /** The numbers; null if they are not counted. */
  get facts() {
    const isCounted = this.uncounted === undefined
    return {
      taken_off: isCounted ? this.#takenOff : null,
      opted_in_again: isCounted ? this.#optedInAgain : null,
    }
  }

  /** The same in sentences. */
  texts(hasLeft: boolean): string[] {
    const texts: string[] = []
    if (hasLeft) texts.push(`Those who left get no mail. ${this.#takenOffText()}`)
    if (this.#optedInAgain > 0 && this.uncounted === undefined) {
      const are = this.#optedInAgain === 1 ? "is" : "are"
      texts.push(
        `${countText(this.#optedInAgain)} who had left here ${are} opted in again, because the file says that they agreed.`,
      )
    }
    return texts
  }

  #takenOffText(): string {
    if (this.uncounted !== undefined)
      return `Who was subscribed here is taken off; how many is not counted: ${this.uncounted}.`
    if (this.#takenOff === 0) return "None of them was subscribed here."
    const [was, is] = this.#takenOff === 1 ? ["was", "is"] : ["were", "are"]
    return `${countText(this.#takenOff)} of them ${was} subscribed here and ${is} taken off.`
  }
}
