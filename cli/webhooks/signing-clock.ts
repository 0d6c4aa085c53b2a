import type { ClockView } from "../../mock-server/control/clock.ts"
import type { Context } from "../context.ts"
import { noCredential } from "../profile/built-in-profiles.ts"
import { lookTimeout } from "./endpoint.ts"

/** What a webhook's timestamp is compared with. */
export interface SigningTime {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly toleranceSeconds: number
}

/** Seconds by which a timestamp may be off. Spec: Signature verification 5. */
export const tolerance = 300

interface Signer {
  /** True where a mock server on this machine sends. */
  readonly isMock: boolean
  /** True where others may send too: then a timestamp by the machine's clock, `signed`, will do as well. */
  readonly isOpen: boolean
  /** Milliseconds since 1970. */
  readonly signed: number
}

/** The time of whoever signs: the machine's, or that of a mock server's world, whose clock can be anywhere. */
export async function signingTime(context: Context, { isMock, isOpen, signed }: Signer): Promise<SigningTime> {
  const machine = { now: context.io.now(), toleranceSeconds: tolerance }
  if (!isMock || (isOpen && Math.abs(machine.now - signed) <= tolerance * 1_000)) return machine
  // What answers on this machine need not be a mock server, or may be gone by now.
  const clock = await worldClock(context).catch(() => undefined)
  const now = Date.parse(clock?.now ?? "")
  if (clock?.webhook_time === "real" || Number.isNaN(now)) return machine
  // A second on the way is many seconds of a clock that goes faster.
  return { now, toleranceSeconds: tolerance + (clock?.rate ?? 0) }
}

/** With the profile's credential: it may name the world. */
async function worldClock(context: Context): Promise<ClockView> {
  const { baseUrl = "", apiKey, token = apiKey ?? noCredential } = await context.profile()
  const client = await context.client({ baseUrl, token, maxRetries: 0, timeout: lookTimeout })
  return client.request<ClockView>("GET /_mock/clock" as "GET /", {}, { signal: context.io.signal })
}
