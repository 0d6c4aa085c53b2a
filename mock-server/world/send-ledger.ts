/** Recipients that an account sent to at one time. */
type Entry = readonly [moment: number, recipients: number]

interface Account {
  entries: Entry[]
  /** The first entry that still counts. */
  first: number
  /** The sum of recipients from there on. */
  total: number
}

/** Called for each new entry. */
type OnSend = (accountId: number, now: number, recipients: number) => void

/** Number of recipients that each account has sent to in a rolling window. Times are milliseconds since 1970. */
export class SendLedger {
  #accounts = new Map<number, Account>()
  #onChange: OnSend | undefined

  constructor(readonly window: number) {}

  add(accountId: number, now: number, recipients: number): void {
    let account = this.#accounts.get(accountId)
    if (account === undefined) {
      account = { entries: [], first: 0, total: 0 }
      this.#accounts.set(accountId, account)
    }
    const { entries } = account
    // After the clock was set back, some entries are later than now.
    let at = entries.length
    while (at > account.first && (entries[at - 1]?.[0] ?? 0) > now) at--
    const last = entries[at - 1]
    if (last?.[0] === now && at > account.first) entries[at - 1] = [now, last[1] + recipients]
    else entries.splice(at, 0, [now, recipients])
    account.total += recipients
    this.#onChange?.(accountId, now, recipients)
  }

  /** Calls `onChange` for each new entry; without an argument it stops. */
  watch(onChange?: OnSend): void {
    this.#onChange = onChange
  }

  /** The recipients in the window that ends now. */
  used(accountId: number, now: number): number {
    const account = this.#accounts.get(accountId)
    if (account === undefined) return 0
    this.#forget(account, now)
    return account.total - laterThan(now, account)
  }

  /** When `recipients` will have left the window; undefined when it holds fewer. */
  freesAt(accountId: number, now: number, recipients: number): number | undefined {
    const account = this.#accounts.get(accountId)
    if (account === undefined) return undefined
    this.#forget(account, now)
    let freed = 0
    for (let at = account.first; at < account.entries.length; at++) {
      const [moment, count] = account.entries[at] ?? [0, 0]
      freed += count
      if (freed >= recipients) return moment + this.window
    }
    return undefined
  }

  dump(): [accountId: number, entries: readonly Entry[]][] {
    return [...this.#accounts].map(([id, { entries, first }]) => [id, entries.slice(first)])
  }

  load(state: readonly (readonly [accountId: number, entries: readonly Entry[]])[]): void {
    this.#accounts = new Map(
      state.map(([id, entries]) => [
        id,
        { entries: [...entries], first: 0, total: entries.reduce((sum, [, count]) => sum + count, 0) },
      ]),
    )
  }

  #forget(account: Account, now: number): void {
    const { entries } = account
    for (let entry = entries[account.first]; entry !== undefined; entry = entries[account.first]) {
      if (entry[0] + this.window > now) break
      account.total -= entry[1]
      account.first++
    }
    if (account.first > 1_000 && account.first * 2 > entries.length) {
      account.entries = entries.slice(account.first)
      account.first = 0
    }
  }
}

/** The recipients of entries from before the clock was set back, at a time still to come. */
function laterThan(now: number, { entries, first }: Account): number {
  let later = 0
  for (let at = entries.length - 1; at >= first; at--) {
    const [moment, recipients] = entries[at] ?? [0, 0]
    if (moment <= now) break
    later += recipients
  }
  return later
}
