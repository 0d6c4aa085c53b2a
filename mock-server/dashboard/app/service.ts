import type { WorldView } from "../../control/world.ts"
import type { WorldInfo } from "../../control/worlds.ts"
import { ownId } from "./address.ts"
import { call, responseOf } from "./api.ts"
import { useRead } from "./read.tsx"

export function useOwnWorld(): WorldInfo | undefined {
  const worlds = useRead<WorldInfo[]>("worlds")
  return Array.isArray(worlds) ? worlds.find((world) => world.id === ownId) : undefined
}

/**
 * Calls the service itself with the world's API key, as a program would: the journal lists the request. `brand` is the
 * sid of a brand; the account's default when left out.
 */
export async function callService<T>(method: string, path: `/v1/${string}`, body?: object, brand?: string): Promise<T> {
  // Read each time: other fixtures have another key.
  const { credentials } = await call<WorldView>("GET", "world")
  const headers: Record<string, string> = { Authorization: `Bearer ${credentials.api_key}` }
  if (body !== undefined) headers["Content-Type"] = "application/json"
  if (brand !== undefined) headers["X-Brand-SID"] = brand
  // The page is at `/_mock/` of its world, next to the service's paths.
  return JSON.parse(await responseOf(`..${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }))
}
