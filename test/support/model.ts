/**
 * A small model of contacts, lists, messages, keys and webhooks, written from the specification alone: the expected
 * responses and the expected number of records.
 */
export class Model {
  readonly contacts = new Map<string, { names: string; readonly lists: Set<number> }>()
  readonly lists: number[] = []
  readonly webhooks = new Map<number, { enabled: boolean; readonly types: readonly string[]; deliveries: number }>()
  readonly #keys = new Map<string, { readonly payload: string; readonly id: number }>()
  readonly #suppressed = new Set<string>()
  messages = 0

  /** 201 for a new contact, 200 for one that the brand knows by the address in any case. */
  saveContact(email: string, firstName: string): 200 | 201 {
    const address = email.toLowerCase()
    const contact = this.contacts.get(address)
    if (contact !== undefined) {
      contact.names = firstName
      return 200
    }
    this.contacts.set(address, { names: firstName, lists: new Set() })
    return 201
  }

  /** The result for each address, in order: added or removed, unchanged, or unknown. */
  changeList(action: "add" | "remove", list: number, emails: readonly string[]) {
    const report = { changed: 0, unchanged: 0, not_found: 0 }
    for (const address of emails.map((email) => email.toLowerCase())) {
      const lists = this.contacts.get(address)?.lists
      if (lists === undefined) report.not_found++
      else if (action === "add" ? lists.has(list) : !lists.has(list)) report.unchanged++
      else {
        report.changed++
        if (action === "add") lists.add(list)
        else lists.delete(list)
      }
    }
    return report
  }

  onList(list: number): number {
    return [...this.contacts.values()].filter(({ lists }) => lists.has(list)).length
  }

  /** The expected response of a send: a new message, the previous one, or a conflict. */
  wouldSend(key: string | undefined, payload: string): { readonly status: 200 | 201 | 409; readonly id?: number } {
    const before = key === undefined ? undefined : this.#keys.get(key)
    if (before === undefined) return { status: 201 }
    return before.payload === payload ? { status: 200, id: before.id } : { status: 409 }
  }

  /** Records an accepted message and its events. */
  sent(key: string | undefined, payload: string, id: number, to: string): void {
    if (key !== undefined) this.#keys.set(key, { payload, id })
    this.messages++
    for (const type of this.#eventsOf(to)) {
      for (const webhook of this.webhooks.values()) {
        if (webhook.enabled && webhook.types.includes(type)) webhook.deliveries++
      }
    }
  }

  #eventsOf(to: string): readonly string[] {
    const address = to.toLowerCase()
    if (this.#suppressed.has(address)) return ["email.failed"]
    if (!address.startsWith("bounced@")) return ["email.sent", "email.delivered"]
    this.#suppressed.add(address)
    return ["email.sent", "email.bounced"]
  }
}
