import type { ApiResponse, Sent } from "../../../sdk/contract/core/endpoint.ts"
import type { EndpointName, EndpointOf } from "../../../sdk/contract/index.ts"

// Makes the compiler resolve every type of the contract, to measure the cost.

type Requests = { [N in EndpointName]: Sent<EndpointOf<N>> }
type Responses = { [N in EndpointName]: ApiResponse<EndpointOf<N>> }

/** The same type with every field read. */
type Read<T> = T extends object ? { [K in keyof T]: Read<T[K]> } : T

export const requests = (requests: Requests): Read<Requests> => requests
export const responses = (responses: Responses): Read<Responses> => responses
