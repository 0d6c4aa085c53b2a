import { signal } from "@preact/signals"
import type { WorldView } from "../../control/world.ts"
import { answerOf, call } from "./api.ts"

const world = signal<WorldView | undefined>(undefined)

/** What the world held when it was fresh: its address and its credentials. Read when it is first asked for. */
export function theWorld(): WorldView | undefined {
  if (world.value === undefined) void readWorld().catch(() => undefined)
  return world.value
}

async function readWorld(): Promise<WorldView> {
  world.value ??= await call<WorldView>("GET", "world")
  return world.value
}

/**
 * Calls the service itself, as a program with the world's API key would: it stands among the requests. `brand` is the sid of the
 * brand that it is for; the account's own when left out.
 */
export async function callService<T>(method: string, path: `/v1/${string}`, body?: object, brand?: string): Promise<T> {
  const { credentials } = await readWorld()
  const headers: Record<string, string> = { Authorization: `Bearer ${credentials.api_key}` }
  if (body !== undefined) headers["Content-Type"] = "application/json"
  if (brand !== undefined) headers["X-Brand-SID"] = brand
  // The page lies in `/_mock/` of its world, and the service beside that.
  return JSON.parse(
    (await answerOf(`..${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })) || "null",
  )
}
