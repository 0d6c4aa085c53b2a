import { ceilingFile, ceilingStore } from "../../../sdk/client/request/ceiling-store.ts"
import { host, storeReply } from "../../../sdk/client/request/host.ts"
import type { CeilingOptions } from "../../../sdk/sending/ceilings/options.ts"
import type { CeilingStore } from "../../../sdk/stores/ceiling.ts"
import type { Io } from "../../terminal/io.ts"

const ceilings = new WeakMap<Io, ReturnType<typeof ceilingOf>>()

/**
 * The ceiling of the command line and of MCP: `MAS_MAX_SENDS`, in the store of `MAS_CEILING_STORE` or in a file of the user.
 * Without the variables that file only has the stop of `mas sending stop`: it is looked for at each call, as it may come later.
 */
export function ceilingOf(io: Io): CeilingOptions & { readonly store: CeilingStore } {
  const { MAS_MAX_SENDS: limits, MAS_CEILING_STORE: address } = io.env
  const source = limits !== undefined ? "MAS_MAX_SENDS" : address ? "MAS_CEILING_STORE" : ceilingFile(io)
  const ceiling = ceilings.get(io) ?? { limits, store: storeAt(io), source }
  // One connection for all calls of a session.
  ceilings.set(io, ceiling)
  return ceiling
}

/** A sentence about a stop of sending, for who starts something; undefined if there is none, or if its store cannot be asked. */
export async function stopNotice(io: Io): Promise<string | undefined> {
  const stop = await ceilingOf(io)
    .store.stopped()
    .catch(() => undefined)
  if (stop === undefined) return undefined
  const since = new Date(stop.since).toISOString()
  return `Sending is stopped since ${since}${stop.reason ? `: ${stop.reason}` : ""}. \`mas sending start\` lets it go on.`
}

/** The store at an address, by default the one of the environment or the user's file. */
export function storeAt(io: Io, address = io.env.MAS_CEILING_STORE || ceilingFile(io)): CeilingStore {
  const store = ceilingStore(address, io)
  return {
    ...store,
    stop: (reason) => storeReply(host, () => store.stop(reason), io.signal),
    start: () => storeReply(host, () => store.start(), io.signal),
    stopped: () => storeReply(host, () => store.stopped(), io.signal),
  }
}
