import type { WorldView } from "../../control/world.ts"
import type { WorldPlace } from "../../control/worlds.ts"
import { ownId } from "./address.ts"
import { answerOf, readNow } from "./api.ts"
import { useRead } from "./read.tsx"

export function useOwnWorld(): WorldPlace | undefined {
  const worlds = useRead<WorldPlace[]>("worlds")
  return Array.isArray(worlds) ? worlds.find((world) => world.id === ownId) : undefined
}

/**
 * Calls the service itself, as a program with the world's API key would: it is listed with the requests. `brand` is the sid of the
 * brand that it is for; the account's own when left out.
 */
export async function callService<T>(method: string, path: `/v1/${string}`, body?: object, brand?: string): Promise<T> {
  // Another beginning has another key, and the past has none.
  const { credentials } = await readNow<WorldView>("world")
  const headers: Record<string, string> = { Authorization: `Bearer ${credentials.api_key}` }
  if (body !== undefined) headers["Content-Type"] = "application/json"
  if (brand !== undefined) headers["X-Brand-SID"] = brand
  // The page lies in `/_mock/` of its world, and the service beside that.
  return JSON.parse(await answerOf(`..${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }))
}
