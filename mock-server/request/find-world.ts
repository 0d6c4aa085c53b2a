import { badRequest, notFound } from "../base/mock-error.ts"
import type { MountedWorld } from "../world/mounted-world.ts"
import { mainWorld, splitKey } from "../world/world-names.ts"
import type { WireRequest } from "./wire.ts"

/** The header that names a world, for clients that cannot keep a prefix in their base address. */
export const worldHeader = "x-mas-world"

interface Findable {
  find(id: string): MountedWorld | undefined
}

interface Addressed {
  readonly mounted: MountedWorld
  /** As the world sees it: without the prefix, and with the key that it knows. */
  readonly request: WireRequest
}

/**
 * The world that a request names by the prefix `/@<id>` of its path, by the header `X-MAS-World` or by its key; `main` where
 * it names none. A world that is not there is a 404, and names that differ are a 400: no other world answers instead.
 */
export function findWorld(worlds: Findable, outer: WireRequest): Addressed {
  const { url, headers } = outer
  const prefix = url.startsWith("/@") ? prefixOf(url) : undefined
  const header = headers[worldHeader]
  const key = bearerKey(headers.authorization)
  if (prefix === undefined && header === undefined && key === undefined) {
    return { mounted: known(worlds, mainWorld, "main"), request: outer }
  }

  const names = { "the path": prefix, "the header X-MAS-World": header, "the key": key?.worldId }
  const given = Object.entries(names).flatMap(([by, id]) => (id === undefined ? [] : [{ by, id }]))
  const [first, ...others] = given
  const worldId = first?.id ?? mainWorld
  const other = others.find(({ id }) => id !== worldId)
  if (other !== undefined) {
    const message = `World ${shown(worldId)} is named by ${first?.by}, but ${shown(other.id)} by ${other.by}: name one`
    throw badRequest(message, "world_mismatch")
  }
  const request = {
    method: outer.method,
    url: prefix === undefined ? url : url.slice(prefix.length + "/@".length),
    headers: key === undefined ? headers : { ...headers, authorization: `Bearer ${key.key}` },
    body: outer.body,
  }
  return { mounted: known(worlds, worldId, first?.by ?? ""), request }
}

function known(worlds: Findable, id: string, by: string): MountedWorld {
  const mounted = worlds.find(id)
  if (mounted === undefined) throw notFound(`World ${shown(id)}, named by ${by},`)
  return mounted
}

/** The world of a path's prefix; nothing has no name, so that `/@` alone is a world that is not there. */
function prefixOf(url: string): string {
  const end = url.indexOf("/", 2)
  return url.slice(2, end < 0 ? undefined : end)
}

/** The world in a credential. Most credentials contain none; that is cached. */
function bearerKey(header: string | undefined): ReturnType<typeof splitKey> {
  if (header === undefined || !header.includes("_w")) return undefined
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  return token === undefined ? undefined : splitKey(token)
}

/** A name as a message may repeat it. */
const shown = (id: string) => (/^[\w.-]{1,40}$/.test(id) ? id : JSON.stringify(id.slice(0, 40)))
