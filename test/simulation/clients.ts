import type { MockService } from "../../mock-server/index.ts"
import type { Chance } from "./chance.ts"

/** What came of a request. */
export interface Answer {
  /** 0 where the connection was cut: the caller does not know whether it had its effect. */
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the invariants look into answers of every endpoint.
  readonly body: any
}

/** A write with an idempotency key, repeated until its answer says what became of it. */
export interface Write {
  readonly client: number
  readonly path: string
  readonly key: string
  readonly body: object
  /** Every answer that said what became of it, oldest first. */
  readonly answers: Answer[]
}

/** Makes one request in process; a cut connection is an answer of its own. */
export async function request(
  service: MockService,
  { method, path, token, key, body }: { method: string; path: string; token: string; key?: string; body?: object },
): Promise<Answer> {
  const headers = new Headers({ Authorization: `Bearer ${token}` })
  if (body !== undefined) headers.set("Content-Type", "application/json")
  if (key !== undefined) headers.set("Idempotency-Key", key)
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  try {
    const response = await service.fetch(new Request(`http://mock.test${path}`, init))
    const text = await response.text()
    return { status: response.status, body: text === "" ? null : JSON.parse(text) }
  } catch (error) {
    if (error instanceof TypeError) return { status: 0, body: null }
    throw error
  }
}

/** A new write of some kind. Clients are of one account: their keys differ by their names. */
export function newWrite(chance: Chance, clients: number, number: number): Write {
  const client = chance.int(0, clients - 1)
  const kind = chance.pick(["send", "send", "send", "track", "fund", "validate"])
  const base = { client, key: `${kind}-${number}`, answers: [] }
  switch (kind) {
    case "track":
      return {
        ...base,
        path: "/v1/my/events",
        body: { contact_id: chance.int(1, 3), event: "ordered", data: { number } },
      }
    case "fund":
      return {
        ...base,
        path: "/v1/my/billing/funding/purchases",
        body: { amount_cents: chance.int(10, 90) * 100, currency: "usd" },
      }
    case "validate":
      return { ...base, path: "/v1/my/validation_operations", body: { list_id: 1 } }
    default: {
      const name = chance.pick(["ann", "bounced", "soft-bounced", "failed", "delayed", "complained"])
      const to = `${name}+${number}@simulator.test`
      return {
        ...base,
        path: "/v1/my/messages",
        body: { channel: "email", to, subject: `Order ${number}`, body: "Thanks" },
      }
    }
  }
}

/** Whether an answer leaves no doubt: neither a cut nor a failure of the service nor a refusal for now. */
export const isDefinite = ({ status }: Answer): boolean =>
  status >= 200 && status < 500 && ![401, 408, 429].includes(status)
