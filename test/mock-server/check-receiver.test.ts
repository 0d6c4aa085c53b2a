import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import { type CheckReceiverOptions, checkReceiver } from "../../mock-server/testing/receiver-check/check-receiver.ts"
import { EventMaker } from "../../mock-server/testing/receiver-check/event-maker.ts"
import type { Probe } from "../../mock-server/testing/receiver-check/probe.ts"
import type { ReceiverReport } from "../../mock-server/testing/receiver-check/report.ts"
import { orderProbes, rightProbes } from "../../mock-server/testing/receiver-check/right-probes.ts"
import { send } from "../../mock-server/testing/receiver-check/send.ts"
import { slowProbes } from "../../mock-server/testing/receiver-check/slow-probes.ts"
import { oddProbes, wrongProbes } from "../../mock-server/testing/receiver-check/wrong-probes.ts"
import { nodeWebhookHandler } from "../../sdk/webhooks/index.ts"
import { secret } from "../webhooks/support.ts"

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
}

const linesOf = async (options: CheckReceiverOptions) => {
  const report = await checkReceiver(options)
  return { report, line: (name: string) => report.lines.find((line) => line.name === name) }
}

describe("checkReceiver", () => {
  it("reports that a correct receiver passed every check, and which checks it could not make", {
    tags: "slow",
  }, async () => {
    const url = await serve(nodeWebhookHandler({ secret, onEvent: () => {}, onError: () => {} }))
    const { report, line } = await linesOf({ url, secret })
    expect(report).toMatchObject({ url, passed: true, failed: 0 })
    const unknown = report.lines.filter(({ outcome }) => outcome === "unknown").map(({ name }) => name)
    expect(unknown).toEqual([
      "same-id-again",
      "ten-at-once",
      "forged-before",
      "cut-before",
      "failed-before",
      "no-effect",
      "constant-time",
    ])
    expect(line("same-id-again")?.detail).toContain("--effect")
    expect(line("type-bounced")).toEqual({
      name: "type-bounced",
      requirement: "It accepts email.bounced.",
      level: "must",
      outcome: "passed",
    })
  })

  it("reports that no server is listening, and skips the other checks", async () => {
    const { report, line } = await linesOf({ url: "http://127.0.0.1:9/webhooks", secret })
    expect(line("signed")).toMatchObject({
      outcome: "failed",
      detail: expect.stringContaining("no server is listening there"),
    })
    expect([report.passed, report.failed, report.passedCount]).toEqual([false, 1, 0])
  })

  it("reads the response that came while its own process stood still", async () => {
    const url = await serve((_, response) => response.end())
    const sent = send(new URL(url), { method: "GET", headers: {}, body: new Uint8Array() }, 50)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
    expect(await sent).toMatchObject({ status: 200 })
  })

  it("ends at its timeout, and lists the checks there was no time for", async () => {
    const url = await serve((request) => {
      request.resume()
    })
    const { report, line } = await linesOf({ url, secret, timeout: 300 })
    expect(line("signed")).toMatchObject({ outcome: "failed" })
    expect([report.passed, report.passedCount]).toEqual([false, 0])
    const none = await linesOf({ url, secret, timeout: 100 })
    expect(none.line("signed")?.detail).toBe("It was not tried: give more time, --timeout (timeout).")
    expect(none.line("rotation")?.detail).toBe("give more time, --timeout (timeout)")
  })

  it("times out a callback that never ends, and says what a count must be", async () => {
    const url = await serve(nodeWebhookHandler({ secret, onEvent: () => {}, onError: () => {} }))
    const waited = vi.spyOn(hostClock, "wait").mockResolvedValueOnce()
    onTestFinished(() => waited.mockRestore())
    const never = () => new Promise<never>(() => {})
    const message = "effect did not end within 10 seconds"
    await expect(checkReceiver({ url, secret, effect: never })).rejects.toThrow(message)
    // @ts-expect-error: count(*) of many drivers.
    await expect(checkReceiver({ url, secret, effect: () => 5n })).rejects.toThrow(
      "return a number, and returned 5 (bigint)",
    )
  })

  it("is not misled by work in progress when it starts", { tags: "slow" }, async () => {
    let done = 0
    let first = true
    const handler = nodeWebhookHandler({
      secret,
      onError: () => {},
      onEvent() {
        // Four other events finish while the check's first one runs.
        done += first ? 5 : 1
        first = false
      },
    })
    const { report } = await linesOf({ url: await serve(handler), secret, effect: () => done })
    expect(report.lines.filter(({ outcome }) => outcome === "failed")).toEqual([])
    expect(report.lines.find(({ name }) => name === "same-id-again")).toMatchObject({ outcome: "passed" })
  })

  it("accepts several rows for one event", { tags: "slow" }, async () => {
    let rows = 0
    const handler = nodeWebhookHandler({
      secret,
      onError: () => {},
      onEvent() {
        rows += 3
      },
    })
    const { line } = await linesOf({ url: await serve(handler), secret, effect: () => rows })
    expect(line("same-id-again")).toMatchObject({ outcome: "passed" })
  })

  describe("that counts effects", () => {
    /** The check's short pauses end at once: a receiver of this process does its work before it responds. */
    function withoutPauses() {
      const wait = hostClock.wait.bind(hostClock)
      const spy = vi
        .spyOn(hostClock, "wait")
        .mockImplementation((ms, signal) => (ms < 5_000 ? new Promise(setImmediate) : wait(ms, signal)))
      onTestFinished(() => spy.mockRestore())
    }
    const failedOf = ({ lines }: ReceiverReport) =>
      lines.filter(({ outcome }) => outcome === "failed").map(({ name }) => name)

    it("passes a receiver that does its work once, also after it failed, and rejects forged events", async () => {
      withoutPauses()
      let [done, isBroken] = [0, false]
      const onEvent = () => {
        if (isBroken) {
          isBroken = false
          throw new Error("broken")
        }
        done += 2
      }
      const url = await serve(nodeWebhookHandler({ secret, onEvent, onError: () => {} }))
      const breakWork = () => {
        isBroken = true
      }
      const { report } = await linesOf({ url, secret, effect: () => done, breakWork })
      expect([report.passed, failedOf(report)]).toEqual([true, []])
      expect(report.lines.filter(({ outcome }) => outcome === "unknown").map(({ name }) => name)).toEqual([
        "constant-time",
      ])
    })

    it("names each duplicate and each forged event that took effect, and how often the work was done", async () => {
      withoutPauses()
      let done = 0
      const url = await serve((request, response) => {
        request.resume().on("end", () => {
          done++
          response.writeHead(204).end()
        })
      })
      const { report, line } = await linesOf({ url, secret, effect: () => done })
      expect(line("same-id-again")?.detail).toMatch(
        /^It responded with 204, and the work was done [2-9] times, not 1\.$/,
      )
      expect(line("no-effect")).toMatchObject({
        outcome: "failed",
        detail: "Requests that must be refused had an effect.",
      })
      expect(failedOf(report)).toContain("ten-at-once")
    })
  })

  it("reports a redirect and its target", async () => {
    const url = await serve((_, response) => response.writeHead(302, { location: "/login" }).end())
    const { line } = await linesOf({ url, secret })
    expect(line("no-redirect")).toMatchObject({ outcome: "failed", detail: "It responded with 302 to /login." })
    expect(line("get")).toMatchObject({ outcome: "passed" })
  })

  it.each([
    [{ url: "webhooks" }, "url must be an address"],
    [{ url: "ftp://example.test" }, "url must be an address"],
    [{ secret: "whsec_" }, "The webhook secret"],
    [{ timeout: 0 }, "timeout must be a number of milliseconds"],
    [{ effect: 3 }, "effect must be a function"],
    [{ events: ["email.lost"] }, "events must be some of email.sent"],
    [{ events: [] }, "events must be some of"],
    [{ retries: 3 }, "retries is not one of the options"],
  ])("refuses %j", async (wrong, message) => {
    const options = { url: "http://127.0.0.1:9", secret, ...wrong } as CheckReceiverOptions
    await expect(checkReceiver(options)).rejects.toThrow(message)
  })
})

describe("the requests of a check", () => {
  const requestsOf = (probes: readonly Probe[], name: string) =>
    probes.find((probe) => probe.name === name)?.requests(new EventMaker(secret)) ?? []

  /** The length in bytes of each signature in the first request. */
  function signatureLengths(probes: readonly Probe[], name: string, encoding: BufferEncoding): readonly number[] {
    const header = requestsOf(probes, name)[0]?.headers["webhook-signature"] ?? ""
    return header.split(" ").map((signature) => Buffer.from(signature.replace(/^v\d,/, ""), encoding).length)
  }

  it.each([
    ["300-signatures", 300, "It refuses 300 wrong signatures quickly."],
    ["10000-signatures", 10_000, "It refuses 10,000 wrong signatures quickly."],
  ])("%s are %i of the right length, as its line says: a receiver must compare each", (name, count, requirement) => {
    expect(wrongProbes.find((probe) => probe.name === name)).toMatchObject({ requirement })
    expect(signatureLengths(wrongProbes, name, "base64")).toEqual(Array.from({ length: count }, () => 32))
  })

  it.each([
    ["base64url", "base64url"],
    ["hex", "hex"],
    ["v2-alone", "base64"],
    ["no-version", "base64"],
  ] as const)("%s has one signature of the right length", (name, encoding) => {
    expect(signatureLengths(oddProbes, name, encoding)).toEqual([32])
  })

  it.each([
    ["burst", 200, "It accepts 200 events at once, as after an outage."],
    ["stalled", 31, "It responds while 30 senders stall."],
  ])("%s are %i at once, as its line says", (name, count, requirement) => {
    const probe = slowProbes.find((each) => each.name === name)
    expect(probe).toMatchObject({ requirement, atOnce: true })
    expect(requestsOf(slowProbes, name).length).toBe(count)
  })

  it("are explained by sentences, under a name of their own", () => {
    const probes = [...rightProbes, ...orderProbes, ...wrongProbes, ...oddProbes, ...slowProbes]
    const isExplained = ({ requirement, fix }: Probe) =>
      /^[A-Z].* .*\.$/.test(requirement) && /^[A-Z].* .*[.?]$/.test(fix)
    expect(probes.filter((probe) => !isExplained(probe))).toEqual([])
    expect(new Set(probes.map(({ name }) => name)).size).toBe(probes.length)
  })
})
