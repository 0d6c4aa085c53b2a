import { badRequest, notFound } from "../../base/mock-error.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import { mainWorld, splitKey } from "../../world/world-names.ts"
import type { WireRequest } from "./wire.ts"

/** The header that names a world, for clients that cannot keep a prefix in their base address. */
export const worldHeader = "x-mas-world"

interface Findable {
  find(id: string): MountedWorld | undefined
}

interface Addressed {
  readonly mounted: MountedWorld
  /** The request without the world's prefix, and with the world's name removed from its key. */
  readonly request: WireRequest
}

/**
 * The world that a request names by the path prefix `/@<id>`, the header `X-MAS-World` or its key; `main` by default.
 * Throws a 404 for an unknown world and a 400 for different names: no other world may answer instead.
 */
export function findWorld(worlds: Findable, outer: WireRequest): Addressed {
  const { url, headers } = outer
  const prefix = url.startsWith("/@") ? prefixOf(url) : undefined
  const header = headers[worldHeader]
  const key = bearerKey(headers.authorization)
  if (prefix === undefined && header === undefined && key === undefined) {
    return { mounted: worldNamed(worlds, mainWorld, "main"), request: outer }
  }

  const names = { "the path": prefix, "the header X-MAS-World": header, "the key": key?.worldId }
  const ids = Object.entries(names).flatMap(([by, id]) => (id === undefined ? [] : [{ by, id }]))
  const [first, ...others] = ids
  const worldId = first?.id ?? mainWorld
  const other = others.find(({ id }) => id !== worldId)
  if (other !== undefined) {
    const message = `World ${displayId(worldId)} is named by ${first?.by}, but ${displayId(other.id)} by ${other.by}: name one`
    throw badRequest(message, "world_mismatch")
  }
  const request = {
    method: outer.method,
    url: prefix === undefined ? url : url.slice(prefix.length + "/@".length),
    headers: key === undefined ? headers : { ...headers, authorization: `Bearer ${key.key}` },
    body: outer.body,
  }
  return { mounted: worldNamed(worlds, worldId, first?.by ?? ""), request }
}

function worldNamed(worlds: Findable, id: string, by: string): MountedWorld {
  const mounted = worlds.find(id)
  if (mounted === undefined) throw notFound(`World ${displayId(id)}, named by ${by},`)
  return mounted
}

/** The world in a path's prefix. `/@` alone gives an empty name, which no world has. */
function prefixOf(url: string): string {
  const end = url.indexOf("/", 2)
  return url.slice(2, end < 0 ? undefined : end)
}

/** The world in a credential. Most credentials contain none; the result is cached. */
function bearerKey(header: string | undefined): ReturnType<typeof splitKey> {
  if (header === undefined || !header.includes("_w")) return undefined
  const token = /^Bearer +(\S+)$/i.exec(header)?.[1]
  return token === undefined ? undefined : splitKey(token)
}

/** A name for use in an error message: quoted and shortened if unusual. */
const displayId = (id: string) => (/^[\w.-]{1,40}$/.test(id) ? id : JSON.stringify(id.slice(0, 40)))
