import type { EndpointGroup, EndpointSpec } from "./endpoint.ts"

/** One endpoint with the names it goes by. */
export interface NamedEndpoint {
  /** The resource, for example `managementGrant`. */
  readonly group: string
  /** The method, for example `confirm`. */
  readonly verb: string
  /** Both: `managementGrant.confirm`. */
  readonly name: string
  readonly spec: EndpointSpec
}

/** The endpoints of a tree such as `contract`, in its order. */
export function listEndpoints(groups: Readonly<Record<string, EndpointGroup>>): NamedEndpoint[] {
  return Object.entries(groups).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([verb, spec]) => ({ group, verb, name: `${group}.${verb}`, spec })),
  )
}
