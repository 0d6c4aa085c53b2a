import { readFileSync } from "node:fs"

/** A client, from the agency's own records. */
export interface Client {
  /** The agency's own id, used in idempotency keys. */
  readonly id: number
  readonly name: string
  readonly owner: string
  /** `masmc_live_…`, once the client has confirmed the grant. */
  readonly credential?: string
}

/** The clients, from a JSON file. In your program: a table. */
export const readClients = (path: string): Client[] => JSON.parse(readFileSync(path, "utf8"))
