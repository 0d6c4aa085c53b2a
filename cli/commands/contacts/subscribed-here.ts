import { MasError } from "../../../sdk/client/errors.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type { ContactsRow } from "../../../sdk/files/contacts-csv/index.ts"
import type { Context } from "../../connection/context.ts"
import { wholePages } from "../../runners/whole-list.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { countText } from "../../terminal/output/numbers.ts"

/** In a larger account the look-up would take longer than most imports. */
const mostContacts = 10_000

/** Who is subscribed in the account before an import, and what the import's rows change. */
export class SubscribedHere {
  /** Why the changes are not counted. */
  uncounted: string | undefined
  readonly #subscribed = new Set<string>()
  readonly #left = new Set<string>()
  readonly #notSubscribed = new Set<string>()
  /** Those whom --opt-in left as they are, in the file so far. */
  readonly #leftAlone = new Set<string>()
  #earlier: { readonly leftAlone: ReadonlySet<string>; readonly rows: number } | undefined
  #rows = 0
  #leftAloneRows = 0
  #takenOff = 0
  #optedInAgain = 0

  /**
   * Reads the account's contacts, if there are at most 10,000. With --opt-in reads all of them, and fails if it cannot: whom it
   * does not know it would opt in.
   */
  static async read(context: Context, optIn: boolean): Promise<SubscribedHere> {
    const here = new SubscribedHere()
    const client = await context.client()
    const progress = context.progress("Read the contacts here")
    let count = 0
    try {
      const list = client.contacts.list({ limit: 100 }, { signal: context.io.signal })
      for await (const page of wholePages(list, { size: 100 })) {
        count += page.items.length
        if (!optIn && Math.max(page.totalCount ?? 0, count) > mostContacts) {
          here.uncounted = `the account has more than ${countText(mostContacts)} contacts`
          break
        }
        for (const { email, subscribed_email, channels } of page.items) {
          const address = mailboxKey(email)
          if (subscribed_email) {
            here.#subscribed.add(address)
            continue
          }
          here.#notSubscribed.add(address)
          if (channels.some(({ kind, opt_out_at }) => kind === "email" && opt_out_at)) here.#left.add(address)
        }
        progress.update({ done: count, unit: "contacts", total: page.totalCount ?? undefined })
      }
    } catch (error) {
      const isOfService = error instanceof MasError || error instanceof CliError
      if (optIn || !isOfService || context.io.signal?.aborted) throw error
      here.uncounted = "the contacts of the account could not be listed"
    } finally {
      progress.end()
    }
    return here
  }

  /** Whether --opt-in may opt in the person of the row that comes next, if the file says nothing of them. */
  mayOptIn(email: string): boolean {
    const address = mailboxKey(email)
    const earlier = this.#earlier !== undefined && this.#rows < this.#earlier.rows ? this.#earlier : undefined
    if (earlier?.leftAlone.has(address)) return false
    // The last row that an earlier run read begins the next part: it was not uploaded, and they may have left since.
    const isUploaded = earlier !== undefined && this.#rows < earlier.rows - 1
    return isUploaded || !this.#notSubscribed.has(address)
  }

  /** Whom --opt-in left as they are, to keep for a resumed run. */
  get leftAlone(): string[] {
    return [...this.#leftAlone]
  }

  /** The number of rows so far. */
  get rows(): number {
    return this.#rows
  }

  /**
   * Judges the rows that an earlier run read by those whom it left alone: the parts that it uploaded must be cut at the same rows
   * again, whoever has left since.
   */
  judgeBy(leftAlone: readonly string[], rows: number): void {
    this.#earlier = { leftAlone: new Set(leftAlone), rows }
  }

  /** Counts what a row changes; each address once. */
  add({ contact, consent }: ContactsRow): void {
    const address = mailboxKey(contact.email)
    if (consent.verdict === "unstated" && consent.cause === undefined && !this.mayOptIn(address)) {
      this.#leftAlone.add(address)
      this.#leftAloneRows++
    }
    this.#rows++
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

  /** The number of rows whose person --opt-in left as they are. */
  get leftAloneRows(): number {
    return this.#leftAloneRows
  }

  /** The same in a sentence. */
  get leftAloneText(): string | undefined {
    if (this.#leftAloneRows === 0) return undefined
    const [are, stay, they] = this.#leftAloneRows === 1 ? ["is", "stays", "the person"] : ["are", "stay", "they"]
    return `${countText(this.#leftAloneRows)} who ${are} here and not subscribed ${stay} so, because only --opt-in says that ${they} agreed. If a column of the file says it: --map COLUMN=opt_in`
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
