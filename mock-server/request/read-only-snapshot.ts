import { forbidden } from "../base/mock-error.ts"
import type { ServiceError } from "../base/service-error.ts"
import type { MountedWorld } from "../world/mounted-world.ts"
import type { WireRequest } from "./wire.ts"

/** Control calls that wait for changes or need the current state. A past state supports neither. */
const needsPresent = /^\/(live|snapshot|\w+\/wait|messages\/latest)$/

/** Makes the past read-only: only control calls that read are allowed. `path` is after `/_mock`. */
export function guardSnapshot(mounted: MountedWorld, { method }: WireRequest, path: string): void {
  if (!mounted.isPast) return
  const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS"
  if (!isRead || needsPresent.test(path)) throw readOnlyError(mounted)
}

export const readOnlyError = ({ id }: MountedWorld): ServiceError =>
  forbidden(`World ${id} is a past state and read-only: use GET requests below /_mock`)
