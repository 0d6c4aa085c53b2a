import type { Mock } from "./samples.ts"

/**
 * A service whose world is compared around each request: `changed` collects the side effects of refused ones. Counts of
 * requests and faults are ignored.
 */
export function watchRefusals(service: Mock): { readonly service: Mock; readonly changed: readonly string[] } {
  const changed: string[] = []
  const look = () => {
    const { faults: _, ...state } = service.control.state.snapshot()
    return Object.entries(state).map(([part, value]) => [part, JSON.stringify(value)] as const)
  }
  const call: Mock["call"] = async (method, path, options = {}) => {
    // Work that an earlier request made due, and signing in, are not side effects of this one.
    await service.advance(0)
    if (options.as !== undefined) await service.token(options.as)
    const before = look()
    const response = await service.call(method, path, options)
    if (response.status < 400) return response
    const after = new Map(look())
    const different = before.filter(([part, text]) => after.get(part) !== text).map(([part]) => part)
    if (different.length > 0)
      changed.push(`${method} ${path} responded with ${response.status}, and changed ${different}`)
    return response
  }
  return { service: { ...service, call }, changed }
}
