import type { ClockView } from "../../../mock-server/control/clock.ts"
import type { Context } from "../../connection/context.ts"
import { noCredential } from "../../connection/profile/built-in-profiles.ts"
import { lookTimeout } from "./endpoint.ts"

/** The time to compare a webhook's timestamp with. */
export interface SigningTime {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly toleranceSeconds: number
}

/** Allowed difference of a timestamp, in seconds. Spec: Signature verification 5. */
export const tolerance = 300

interface Signer {
  /** True when a mock server on this machine sends. */
  readonly isMock: boolean
  /** True when others may send too: then a timestamp by the machine's clock, `signed`, is also valid. */
  readonly isOpen: boolean
  /** Milliseconds since 1970. */
  readonly signed: number
}

/** The signer's time: the machine's, or that of a mock server's world, whose clock can differ. */
export async function signingTime(context: Context, { isMock, isOpen, signed }: Signer): Promise<SigningTime> {
  const machine = { now: context.io.now(), toleranceSeconds: tolerance }
  if (!isMock || (isOpen && Math.abs(machine.now - signed) <= tolerance * 1_000)) return machine
  // The server on this machine may not be a mock server, or may have ended.
  const clock = await worldClock(context).catch(() => undefined)
  const now = Date.parse(clock?.now ?? "")
  if (clock?.webhook_time === "real" || Number.isNaN(now)) return machine
  // With a fast clock, one second in transit is many seconds of its time.
  return { now, toleranceSeconds: tolerance + (clock?.rate ?? 0) }
}

/** Uses the profile's credential, which may select the world. */
async function worldClock(context: Context): Promise<ClockView> {
  const { baseUrl = "", apiKey, token = apiKey ?? noCredential } = await context.profile()
  const client = await context.client({ baseUrl, token, maxRetries: 0, timeout: lookTimeout })
  return client.request<ClockView>("GET /_mock/clock" as "GET /", {}, { signal: context.io.signal })
}
