import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { describe, expect, it, onTestFinished } from "vitest"
import { checkReceiver } from "../../mock-server/testing/receiver-check/check-receiver.ts"
import { createWebhookHandler, nodeWebhookHandler } from "../../sdk/webhooks/index.ts"
import { isRelease } from "../support/repetitions.ts"
import { skipped } from "../support/skipped.ts"
import { Deed, type Fault, faults, type Incoming, receive } from "./by-hand.ts"
import { checkAll, overlooked, type Subject, secret } from "./check-all.ts"
import { frameworks, hasNest, type Route } from "./frameworks.ts"

const noNest = (await hasNest()) ? undefined : "its packages cannot be had"

/** A hand-written receiver that verifies with a library. */
const byLibrary =
  (library: { verify(body: Buffer, headers: Record<string, string>): unknown }, deed: Deed): Route["receive"] =>
  async (request: Incoming) => {
    const { method, header, body } = request
    if (method !== "POST") return { status: 405 }
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    try {
      const bytes = body instanceof Uint8Array ? body : new Uint8Array()
      const event = library.verify(
        Buffer.from(bytes),
        Object.fromEntries(names.map((name) => [name, header(name) ?? ""])),
      )
      // standardwebhooks returns undefined for an empty body: without a check it would count as an event.
      if (event === undefined) return { status: 400 }
    } catch {
      return { status: 400 }
    }
    await receiveVerified(deed, header("webhook-id") ?? "")
    return { status: 200 }
  }

async function receiveVerified(deed: Deed, id: string): Promise<void> {
  if (deed.kept.has(id)) return
  const running = deed.underWay.get(id) ?? deed.work().then(() => deed.kept.add(id))
  deed.underWay.set(id, running)
  await running.finally(() => deed.underWay.delete(id))
}

/** Nest's parser rejects invalid JSON before the receiver runs. The fault that takes 11 seconds runs in one framework only. */
const unreachable: Readonly<Record<string, readonly string[]>> = { Nest: ["parser throws"] }
const onlyInExpress = "answers too late"

/** In the other frameworks the same receivers run before a release. */
const mounted = Object.entries(frameworks).filter(([name]) => isRelease || name === "Express")

describe.each(mounted)("checkReceiver of a receiver in %s", (framework, mount) => {
  const reason = framework === "Nest" ? noNest : undefined
  it.skipIf(reason)(
    `finds every planted fault, and none in our handler, standardwebhooks, svix and a hand-written one${skipped(reason)}`,
    async () => {
      const planted = Object.entries(faults).filter(
        ([fault]) => !unreachable[framework]?.includes(fault) && (fault !== onlyInExpress || framework === "Express"),
      )
      const deeds = new Map<string, Deed>()
      const route = (path: string, fault: Fault, make: (deed: Deed) => Route["receive"]): Route => {
        const deed = new Deed()
        deeds.set(path, deed)
        return { path, fault, receive: make(deed) }
      }
      const routes = [
        ...planted
          .map(([path]) => path as Exclude<Fault, undefined>)
          .map((path) => route(path, path, (deed) => (request) => receive(path, secret, deed, request))),
        route("by-hand", undefined, (deed) => (request) => receive(undefined, secret, deed, request)),
        route("standardwebhooks", undefined, (deed) => byLibrary(new StandardWebhook(secret), deed)),
        route("svix", undefined, (deed) => byLibrary(new SvixWebhook(secret), deed)),
      ]
      const ownDeed = new Deed()
      deeds.set("ours", ownDeed)
      const options = { secret, onError: () => {}, onEvent: () => ownDeed.work() }
      const served = await mount(routes, {
        path: "ours",
        node: nodeWebhookHandler(options),
        fetch: createWebhookHandler(options),
      })
      onTestFinished(async () => {
        await served.close()
      })
      const subjects = [...deeds].map(
        ([name, deed]): Subject => ({
          name,
          url: served.urlOf(name),
          effect: () => deed.done,
          breakWork: () => {
            deed.breaks += 1
          },
        }),
      )
      const { ours, svix, standardwebhooks, "by-hand": byHand, ...failed } = await checkAll(subjects)
      expect({ ours, svix, standardwebhooks, byHand }).toEqual({ ours: {}, svix: {}, standardwebhooks: {}, byHand: {} })
      expect(planted.length).toBeGreaterThanOrEqual(20)
      // Twenty checks at once can hide faults that need concurrent requests: missed ones are checked again alone.
      const missed = new Set(overlooked(failed, Object.fromEntries(planted)).map(({ fault }) => fault))
      const again = await checkAll(subjects.filter(({ name }) => missed.has(name)))
      expect(overlooked({ ...failed, ...again }, Object.fromEntries(planted))).toEqual([])
    },
    300_000,
  )
})

it("checkReceiver reports a count without relation to events as unknown, and runs the slow lines on request", async () => {
  const server = createServer(nodeWebhookHandler({ secret, onEvent: () => {}, onError: () => {} })).listen(
    0,
    "127.0.0.1",
  )
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { lines, passed } = await checkReceiver({ url, secret, effect: () => 7, slow: true })
  expect(lines.find(({ name }) => name === "effect")).toMatchObject({ outcome: "unknown" })
  expect(lines.filter(({ name }) => /^(slow-body|burst|stalled)$/.test(name)).map(({ outcome }) => outcome)).toEqual([
    "passed",
    "passed",
    "passed",
  ])
  expect(passed).toBe(true)
})
