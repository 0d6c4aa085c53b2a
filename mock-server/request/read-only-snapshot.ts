import { forbidden, type ServiceError } from "../base/service-error.ts"
import type { MountedWorld } from "../world/mounted-world.ts"
import type { WireRequest } from "./wire.ts"

/** Control calls that go on, or answer a state to go on from: the past has none. */
const needsPresent = /^\/(live|snapshot|\w+\/wait|messages\/latest)$/

/** Keeps the past as it was: it answers control calls that read. `path` is after `/_mock`. */
export function guardSnapshot(mounted: MountedWorld, { method }: WireRequest, path: string): void {
  if (!mounted.isPast) return
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS"
  if (!isRead || needsPresent.test(path)) throw readOnlyError(mounted)
}

/** The 403 for what would change the past. */
export const readOnlyError = ({ id }: MountedWorld): ServiceError =>
  forbidden(`World ${id} is a world as it was: it is for looking at by reads of /_mock, and nothing in it changes`)
