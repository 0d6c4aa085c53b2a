import type { EndpointSpec } from "./endpoint.ts"

/**
 * For endpoints that share some fields: `read` defines endpoints that only read and reach no one; `write` defines
 * endpoints that change something, and requires each to state whom it reaches.
 */
export function endpointsWith<const Shared extends Partial<EndpointSpec>>(shared: Shared) {
  return {
    read: <const E extends Omit<EndpointSpec, keyof Shared | "method" | "recipients">>(spec: E) =>
      ({ method: "GET", recipients: "nobody", ...shared, ...spec }) as const,
    write: <const E extends Omit<EndpointSpec, keyof Shared>>(spec: E) => ({ ...shared, ...spec }),
  }
}
