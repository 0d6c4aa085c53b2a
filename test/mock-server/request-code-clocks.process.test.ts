import { describe, expect, it } from "vitest"
import { type MockServerOptions, startMockServer } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { runPasted } from "../support/pasted-test.ts"
import { startReceiver } from "../support/receiver.ts"
import { until } from "../support/until.ts"

const clocks: readonly MockServerOptions[] = [
  { clock: "real" },
  { clock: "frozen", now: "2026-03-01T12:00:00Z" },
  { clock: "scaled", rate: 60 },
  { clock: "scaled", rate: 3_600 },
]

describe("a generated test", () => {
  it.each(clocks)("passes as pasted, with the receiver's responses: %o", async (options) => {
    // How many attempts fail for each of three events of one type, at one endpoint, by order of arrival.
    const failures = [1, 0, 2]
    const failuresLeft = new Map<string, number>()
    const receiver = await startReceiver((response, { headers }) => {
      const event = String(headers["webhook-id"])
      const failing = failuresLeft.get(event) ?? failures[failuresLeft.size] ?? 0
      failuresLeft.set(event, failing - 1)
      response.writeHead(failing > 0 ? 503 : 200).end()
    })
    const server = await startMockServer({ port: 0, allowLocalWebhooks: true, ...options })
    try {
      const mas = new Mas({ ...server.clientOptions, maxRetries: 0 })
      await mas.webhooks.create({ url: receiver.url, events: ["email.sent"] })
      for (const to of ["ada", "ben", "eve"]) {
        const message = { to: `${to}@example.test`, subject: "Your receipt", html: "<p>Thank you!</p>" }
        await mas.messages.send({ channel: "email", ...message })
      }
      const attemptsWith = (code: number) =>
        server.world.deliveries.list().filter((attempt) => attempt.response_status === code).length
      if (options.clock === "frozen") await server.world.advance(0)
      await until(() => expect(attemptsWith(503)).toBeGreaterThanOrEqual(2))
      // On this fast a clock, the retries are already done.
      if (options.rate !== 3_600) {
        server.world.deliveries.redeliver(3, { retry: true })
        server.world.deliveries.redeliver(2)
      }
      await server.world.advance("10m")
      await until(() => expect(attemptsWith(200)).toBeGreaterThanOrEqual(3))
      const { test } = server.world.requests.code(4)
      if (options.rate !== 3_600) expect(test).toContain("world.deliveries.redeliver(3, { retry: true })")
      expect(test).toContain("world.deliveries.list({ message_id: 3")
      expect(test.match(/ response_status: \d+/g)).toEqual(
        [503, 503, 200].map((status) => ` response_status: ${status}`),
      )
      expect(test).toContain("email.sent fails 2 times")
      expect(await runPasted(test)).toBe(true)
    } finally {
      await server.close()
      await receiver.close()
    }
  })

  it.each(clocks)("expects what its name tells of a message, also webhooks that come late: %o", async (options) => {
    const receiver = await startReceiver((response) => response.writeHead(503).end())
    const server = await startMockServer({ port: 0, allowLocalWebhooks: true, ...options })
    try {
      const mas = new Mas({ ...server.clientOptions, maxRetries: 0 })
      await mas.webhooks.create({ url: receiver.url, events: ["email.sent", "email.clicked", "email.bounced"] })
      const { world } = server
      const mails = ["clicked", "bounced", "opened"].map((outcome) => `${outcome}@simulator.test`)
      for (const to of mails) {
        const html = '<a href="https://shop.test/">Your order</a>'
        await mas.messages.send({ channel: "email", to, subject: "Your receipt", html })
      }
      if (options.clock === "frozen") await world.advance(0)
      await until(() => expect(new Set(world.deliveries.list().map((each) => each.event_id)).size).toBe(5))
      for (const [index, name] of ["clicked", "sent, hard bounce", "opened"].entries()) {
        const { test } = world.requests.code(index + 2)
        expect(test).toContain(`it("messages.send to ${mails[index]}: ${name}; `)
        expect(await runPasted(test)).toBe(true)
        const [to = "", others = ""] = [mails[index], "delivered@simulator.test"]
        await expect(runPasted(test.replaceAll(to, others))).rejects.toThrow()
        if (index < 2) expect(test.match(/event_type: /g)).toHaveLength(2)
      }
    } finally {
      await server.close()
      await receiver.close()
    }
  })
})
