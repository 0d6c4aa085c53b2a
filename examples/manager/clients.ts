import { readFileSync } from "node:fs"

/** A client of the agency, by the agency's own records. */
export interface Client {
  /** The agency's own id: keys are made of it. */
  readonly id: number
  readonly name: string
  readonly owner: string
  /** `masmc_live_…`, once the client has confirmed the grant. */
  readonly credential?: string
}

/** The clients, from a file of JSON. In a program of yours: a table. */
export const readClients = (path: string): Client[] => JSON.parse(readFileSync(path, "utf8"))
