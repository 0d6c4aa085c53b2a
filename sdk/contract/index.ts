import { invites } from "./invites.ts"
import { memberships } from "./memberships.ts"

/** Every endpoint of the service, by resource and name: `contract.invites.create`. */
export const contract = {
  memberships,
  invites,
} as const
export type Contract = typeof contract

/** An endpoint's name: `invites.create`. */
export type EndpointName = {
  [G in keyof Contract & string]: `${G}.${keyof Contract[G] & string}`
}[keyof Contract & string]

/** The endpoint that a name stands for. */
export type EndpointOf<N extends EndpointName> = N extends `${infer G extends keyof Contract & string}.${infer V}`
  ? V extends keyof Contract[G]
    ? Contract[G][V]
    : never
  : never
