import type { Answer, Sent } from "../../../sdk/contract/core/endpoint.ts"
import type { EndpointOf } from "../../../sdk/contract/index.ts"
import type { Answers, Requests } from "./named.ts"

// A program that makes the compiler work out every type of the contract: for measuring what that costs.

type SentParts = { [N in keyof Requests]: Sent<EndpointOf<N>> }
type Answered = { [N in keyof Answers]: Answer<EndpointOf<N>> }

export const requests = (requests: Requests): SentParts => requests
export const answers = (answers: Answered): Answers => answers
