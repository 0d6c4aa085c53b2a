import { describe, expect, it } from "vitest"
import type { ClientOptions } from "../../../sdk/client/options.ts"
import type { TransportRequest } from "../../../sdk/client/transport/transport.ts"
import { connect, deferred, rejection } from "./support.ts"

/** A client whose transport only counts: no call that waited may reach it after `close()`. */
function counting(options: ClientOptions = {}) {
  const sent: string[] = []
  const send = async ({ method, path }: TransportRequest) => {
    sent.push(`${method} ${path}`)
    return { status: 200, headers: {}, text: '{"id":1}' }
  }
  return { sent, mas: connect("https://api.test", { transport: { name: "counting", send }, ...options }) }
}

const refusal = {
  name: "AbortError",
  attempts: 0,
  disposition: "retry",
  message: "GET /v1/my/account was aborted: the client was closed",
}

describe("close()", () => {
  it.each<[string, (wait: Promise<void>, reached: () => void) => ClientOptions]>([
    [
      "token",
      (wait, reached) => ({
        token: async () => {
          reached()
          await wait
          return "a"
        },
      }),
    ],
    [
      "hook",
      (wait, reached) => ({
        onRequest: async () => {
          reached()
          await wait
        },
      }),
    ],
    [
      "pace without a look at its signal",
      (wait, reached) => ({
        pace: {
          turn: async () => {
            reached()
            await wait
            return undefined
          },
          slow: async () => {},
          stop: async () => {},
          countFailure: async () => {},
        },
      }),
    ],
  ])("refuses a call whose %s comes later", async (_, optionsOf) => {
    const [reached, wait] = [deferred(), deferred()]
    const { mas, sent } = counting(optionsOf(wait.promise, reached.resolve))
    const failure = rejection(mas.account.get())
    await reached.promise
    await mas.close()
    wait.resolve()
    expect(await failure).toMatchObject(refusal)
    expect(sent).toEqual([])
  })

  it("ends a pause before a retry with the error of the attempt", async () => {
    const paused = deferred()
    const after = () => {
      paused.resolve()
      return () => {}
    }
    let sent = 0
    const send = async () => {
      sent += 1
      return { status: 503, headers: {}, text: "{}" }
    }
    const mas = connect("https://api.test", { transport: { name: "busy", send }, clock: { now: () => 0, after } })
    const failure = rejection(mas.account.get())
    await paused.promise
    await mas.close()
    expect(await failure).toMatchObject({ status: 503, attempts: 1 })
    expect(sent).toBe(1)
  })

  it.each(["pause", "request"])("ends waiting for an import at once, in a %s", async (moment) => {
    const [reached, arrival] = [deferred(), deferred()]
    let sent = 0
    const send = async () => {
      sent += 1
      if (moment === "request") {
        reached.resolve()
        await arrival.promise
      }
      return { status: 200, headers: {}, text: '{"id":1,"status":"processing"}' }
    }
    const after = () => {
      reached.resolve()
      return () => {}
    }
    const mas = connect("https://api.test", { transport: { name: "busy", send }, clock: { now: () => 0, after } })
    const failure = rejection(mas.withOptions({ timeout: 0 }).imports.waitUntilDone(1, { timeout: 0 }))
    await reached.promise
    await mas.close()
    arrival.resolve()
    expect(await failure).toMatchObject({
      name: "AbortError",
      message: "waiting for import 1 was aborted: the client was closed",
    })
    expect(sent).toBe(1)
  })

  it("ends calls of copies, and that of a copy only its own", async () => {
    const token = () => new Promise<string>(() => {})
    const { mas, sent } = counting({ token })
    const copy = mas.withOptions({ brandSid: "a" })
    const first = rejection(copy.withOptions({ timeout: 1 }).account.get())
    const other = rejection(mas.withOptions({ brandSid: "b" }).account.get())
    const ownCall = rejection(mas.account.get())
    await copy.close()
    expect(await first).toMatchObject(refusal)
    expect(await Promise.race([other, ownCall, "waiting"])).toBe("waiting")
    await mas.close()
    for (const failure of [other, ownCall]) expect(await failure).toMatchObject(refusal)
    expect(sent).toEqual([])
  })
})
