/** Recipients that an account sent to at one time. */
type Entry = readonly [moment: number, recipients: number]

interface Account {
  /** Sorted by time. */
  readonly entries: Entry[]
  /** The sum of their recipients. */
  total: number
}

/** Recipients that an account sent to at one time. */
export type Sent = [accountId: number, now: number, recipients: number]

/** Number of recipients that each account has sent to in a rolling window. Times are milliseconds since 1970. */
export class SendLedger {
  #accounts = new Map<number, Account>()
  #onChange: ((accountId: number, sent: Sent) => void) | undefined

  constructor(readonly window: number) {}

  add(accountId: number, now: number, recipients: number): void {
    const account = this.#accounts.get(accountId) ?? { entries: [], total: 0 }
    this.#accounts.set(accountId, account)
    const { entries } = account
    const at = lastUntil(entries, now)
    const before = entries[at]
    if (before?.[0] === now) entries[at] = [now, before[1] + recipients]
    else entries.splice(at + 1, 0, [now, recipients])
    account.total += recipients
    this.#onChange?.(accountId, [accountId, now, recipients])
  }

  watch(onChange?: (accountId: number, sent: Sent) => void): void {
    this.#onChange = onChange
  }

  used(accountId: number, now: number): number {
    const account = this.#accounts.get(accountId)
    if (account === undefined) return 0
    this.#forget(account, now)
    // After the clock was set back, some entries are in the future.
    return account.total - recipientsOf(account.entries.slice(lastUntil(account.entries, now) + 1))
  }

  /** When `recipients` will have left the window; undefined when it holds fewer. */
  freesAt(accountId: number, now: number, recipients: number): number | undefined {
    const account = this.#accounts.get(accountId)
    if (account === undefined) return undefined
    this.#forget(account, now)
    let freed = 0
    for (const [moment, count] of account.entries) {
      freed += count
      if (freed >= recipients) return moment + this.window
    }
    return undefined
  }

  dump(): [accountId: number, entries: readonly Entry[]][] {
    return [...this.#accounts].map(([id, { entries }]) => [id, [...entries]])
  }

  load(state: readonly (readonly [accountId: number, entries: readonly Entry[]])[]): void {
    this.#accounts = new Map(
      state.map(([id, entries]) => [id, { entries: [...entries], total: recipientsOf(entries) }]),
    )
  }

  #forget(account: Account, now: number): void {
    const { entries } = account
    const start = entries.findIndex(([moment]) => moment + this.window > now)
    account.total -= recipientsOf(entries.splice(0, start < 0 ? entries.length : start))
  }
}

/** The index of the last entry up to a moment; -1 if all are later. */
const lastUntil = (entries: readonly Entry[], moment: number): number => entries.findLastIndex(([at]) => at <= moment)

const recipientsOf = (entries: readonly Entry[]): number => entries.reduce((sum, [, count]) => sum + count, 0)
