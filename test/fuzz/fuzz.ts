import fc from "fast-check"
import { mintCredential } from "../../mock-server/resources/credentials/mint-credential.ts"
import { bodyOf, type WireResponse } from "../../mock-server/service/request/wire.ts"
import { ServiceCore } from "../../mock-server/service/service.ts"
import { promptHost } from "../support/fake-host.ts"
import { broken, changesSince, partsOf, wrongReasons } from "./holds.ts"
import { lawfulRequest, type WildRequest, wildRequest } from "./requests.ts"
import { wrongWith } from "./responses.ts"
import { people } from "./wild-http.ts"

/** Timeout of a request in milliseconds of real time. */
const timeout = 5_000

/** A service without network and waits, and the tokens of its people. */
function setUp() {
  const service = new ServiceCore({
    clock: "frozen",
    now: "2026-03-01T12:00:00.000Z",
    deliver: ({ url }) => (url.includes("x") ? { status: 204, duration: 1 } : { error: "refused", duration: 1 }),
    hostClock: promptHost,
  })
  const tokens = Object.entries(people).map(([name, user_id]): [string, string] => [
    name,
    mintCredential(service.world, { kind: "jwt", user_id }).token,
  ])
  return { service, tokens: new Map(tokens) }
}

function answerTo(service: ServiceCore, request: WildRequest): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no response in time")), timeout)
    service
      .respond({ ...request, body: bodyOf(request.body) })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** A request as text, for failure messages. */
const show = ({ method, url, headers, body }: WildRequest) =>
  `${method} ${url} ${JSON.stringify(headers)} ${Buffer.from(body).toString()}`.slice(0, 2_000)

interface Sequence {
  readonly requests: readonly WildRequest[]
  /** True if only the service itself changes its world. */
  readonly isLawful: boolean
}

function sequencesOf(maxLength: number): fc.Arbitrary<Sequence> {
  const lengths = { minLength: 1, maxLength, size: "max" } as const
  return fc.oneof(
    fc.array(wildRequest, lengths).map((requests) => ({ requests, isLawful: false })),
    fc.array(lawfulRequest, lengths).map((requests) => ({ requests, isLawful: true })),
  )
}

/** The problems after the first request that causes any; empty if there are none. */
async function play({ requests, isLawful }: Sequence, onResponse: (status: number) => void): Promise<string[]> {
  const { service, tokens } = setUp()
  try {
    for (const request of requests) {
      const { authorization = "" } = request.headers
      const token = tokens.get(authorization.replace("Bearer ", ""))
      const headers = token === undefined ? request.headers : { ...request.headers, authorization: `Bearer ${token}` }
      // Work that earlier requests made due is no effect of this one.
      if (isLawful) await service.world.scheduler.advanceBy(0)
      const before = isLawful ? partsOf(service.world) : undefined
      const response = await answerTo(service, { ...request, headers })
      onResponse(response.status)
      const isFaulty = service.world.faults.list().length > 0
      const problems = [
        ...wrongWith(request, response, isFaulty),
        ...(isLawful ? broken(service.world) : []),
        ...(before !== undefined && response.status >= 400 ? changesSince(before, service.world) : []),
        ...wrongReasons(service.world),
      ]
      if (problems.length > 0) return [`${show(request)} responded with ${response.status}`, ...problems]
    }
    return []
  } finally {
    await service.close()
  }
}

export interface FuzzOptions {
  readonly seed: number
  /** Minimum number of requests. */
  readonly requests: number
  /** Maximum requests per world; 60 when left out. */
  readonly longest?: number
  /** Called from time to time with the counts so far. */
  readonly onProgress?: (report: FuzzReport) => void
}

export interface FuzzReport {
  readonly requests: number
  readonly sequences: number
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<number, number>>
  /** The first failure, with its sequence shrunk. */
  readonly wrong: string | undefined
}

const batch = 20

/** Sends sequences of random requests to services in this process, until `requests` were sent or a sequence fails. */
export async function fuzz({ seed, requests, longest = 60, onProgress }: FuzzOptions): Promise<FuzzReport> {
  const statuses: Record<number, number> = {}
  let [requestCount, played] = [0, 0]
  const note = (status: number) => {
    requestCount++
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  const holds = fc.asyncProperty(sequencesOf(longest), async (sequence) => {
    if (requestCount >= requests) return
    played++
    const problems = await play(sequence, note)
    if (problems.length > 0) throw new Error(problems.join("\n"))
  })
  for (let at = seed; requestCount < requests; at++) {
    const details = await fc.check(holds, { seed: at, numRuns: batch })
    const report = { requests: requestCount, sequences: played, statuses }
    if (details.failed) return { ...report, wrong: await smallest(details) }
    onProgress?.({ ...report, wrong: undefined })
  }
  return { requests: requestCount, sequences: played, statuses, wrong: undefined }
}

/** The shrunk failing sequence and its problems. */
async function smallest({ counterexample, seed }: fc.RunDetails<[Sequence]>): Promise<string> {
  const [sequence = { requests: [], isLawful: true }] = counterexample ?? []
  const problems = await play(sequence, () => {}).catch((error: unknown) => [String(error)])
  return [`Of the sequences of seed ${seed}, made small:`, ...sequence.requests.map(show), ...problems].join("\n")
}
