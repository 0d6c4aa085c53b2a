import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import { bodyOf, type WireResponse } from "../../mock-server/request/wire.ts"
import { ServiceCore } from "../../mock-server/service.ts"
import { complaints } from "../support/answer-check.ts"
import { type WildRequest, wildRequest } from "../support/fuzz.ts"

// A longer look: FUZZ_RUNS=20000 FUZZ_SEED=7 npx vitest run test/mock-server/fuzz.test.ts
const numRuns = Number(process.env.FUZZ_RUNS ?? 150)
const seed = Number(process.env.FUZZ_SEED ?? 1)
/** What one request may take of real time, in milliseconds. */
const patience = 5_000

/** A service that reaches nothing outside of itself, and waits for nothing. */
const setUp = () =>
  new ServiceCore({
    clock: "frozen",
    now: "2026-03-01T12:00:00.000Z",
    deliver: ({ url }) => (url.includes("x") ? { status: 204, duration: 1 } : { error: "refused", duration: 1 }),
    hostClock: { ...hostClock, wait: async () => {} },
  })

function answerTo(service: ServiceCore, request: WildRequest): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer in time")), patience)
    void service.answer({ ...request, body: bodyOf(request.body) }).then((response) => {
      clearTimeout(timer)
      resolve(response)
    }, reject)
  })
}

/** A request in words, for whoever looks into a failure. */
const show = ({ method, url, headers, body }: WildRequest) =>
  `${method} ${url} ${JSON.stringify(headers)} ${Buffer.from(body).toString()}`

/** What is wrong with an answer to anything at all. */
function faults(
  service: ServiceCore,
  { method, url }: WildRequest,
  { status, headers, body, cut }: WireResponse,
): string[] {
  const faulty = service.world.faults.list().length > 0
  if (cut) return faulty ? [] : ["cut without a fault"]
  if (status >= 500 && !faulty) return [`${status}: ${body}`]
  const text = body === null ? "" : Buffer.from(body).toString()
  if (text === "" && (method === "HEAD" || method === "OPTIONS")) return []
  if (url.startsWith("/v1/")) {
    return complaints(
      { method: method === "HEAD" ? "GET" : method, path: url, status, headers: new Headers(headers), text },
      { anyStatus: faulty },
    )
  }
  if (status < 400 || url.startsWith("/auth") || url.startsWith("/oauth")) return []
  const { error, message, error_code } = JSON.parse(text)
  return error === true && message !== "" && error_code !== "" ? [] : [`${status} without the error shape: ${text}`]
}

describe("the service", () => {
  it("answers any sequence of requests without failing, hanging or leaving its shapes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(wildRequest, { minLength: 1, maxLength: 25 }), async (requests) => {
        const service = setUp()
        for (const request of requests) {
          expect(faults(service, request, await answerTo(service, request)), show(request)).toEqual([])
        }
        await service.close()
      }),
      { numRuns, seed },
    )
  }, 3_600_000)
})
