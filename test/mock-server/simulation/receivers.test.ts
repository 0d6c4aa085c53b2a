import express, { type Request, type Response } from "express"
import Fastify from "fastify"
import { describe, expect, it } from "vitest"
import { type Day, type SimulationError, simulate } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { nodeWebhookHandler, verifyWebhook } from "../../../sdk/webhooks/index.ts"

type Receive = Parameters<Day["receiver"]>[1]

/** A day on which one message is sent and delivered. */
async function oneMessage(day: Day, receive: Receive): Promise<void> {
  day.receiver("hooks", receive, { events: ["email.delivered"] })
  const shop = day.process("shop", ({ clientOptions }) => new Mas(clientOptions))
  const mail = { channel: "email", to: "ana@example.test", subject: "Hello", body: "Hi" } as const
  await shop.call((mas) => mas.messages.send(mail))
  await day.sleep("10s")
}

/** The statuses of a receiver's responses. */
async function statusesOf(receive: Receive): Promise<unknown[]> {
  const statuses: unknown[] = []
  await simulate({ seed: 1, faults: "calm", for: "5m" }, async (day) => {
    await oneMessage(day, receive)
    statuses.push(...day.world.deliveries.list().map(({ response_status }) => response_status))
  })
  return statuses
}

describe("an app behind a receiver of a simulated day", () => {
  it.each([
    ["bytes", express.raw({ type: "application/json" })],
    ["text", express.text({ type: "application/json" })],
  ])("gets the body as %s from the parser of Express", async (_, parse) => {
    const types: string[] = []
    const statuses = await statusesOf(({ secret }) =>
      express().post("/webhooks", parse, (request: Request, response: Response) => {
        types.push(verifyWebhook(request.body, request.headers, secret).type)
        response.sendStatus(204)
      }),
    )
    expect([statuses, types]).toEqual([[204], ["email.delivered"]])
  })

  it("is reported if it parses the body before the signature is verified", async () => {
    const handled: string[] = []
    const day = simulate({ seed: 1, faults: "calm" }, (each) => {
      return oneMessage(each, ({ secret }) =>
        express().use(
          express.json(),
          nodeWebhookHandler({ secret, onError: () => {}, onEvent: ({ type }) => handled.push(type) }),
        ),
      )
    })
    const error: SimulationError = await day.then(
      () => expect.fail("It was not"),
      (reason) => reason,
    )
    expect(error.message).toMatch(
      /A webhook never arrived, on a day without faults: email\.delivered \S+ to hooks: 500, 500/,
    )
    expect(error.message).toContain("It needs no fault")
    expect(error.message).not.toContain("may not be reproducible")
  })

  it("gets the body from Fastify's own parser", async () => {
    const bodies: unknown[] = []
    const statuses = await statusesOf(async () => {
      const app = Fastify()
      app.post("/webhooks", async ({ body }) => void bodies.push(body))
      await app.ready()
      return app.routing
    })
    expect([statuses, bodies]).toEqual([[200], [expect.objectContaining({ type: "email.delivered" })]])
  })

  it("may respond in parts, and continue after its response", async () => {
    const steps: unknown[] = []
    const statuses = await statusesOf(() => (request, response) => {
      response.on("finish", () => steps.push("finish"))
      response.writeHead(202).write("O")
      response.end(Buffer.from("K"), () => steps.push(response.headersSent, request.rawHeaders.includes("webhook-id")))
    })
    expect([statuses, steps]).toEqual([[202], ["finish", true, true]])
  })
})
