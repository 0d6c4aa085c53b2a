import { Mas, type Messages, type Spyable } from "mas-sdk"
import { expect, it, vi } from "vitest"

const message = { id: 1, channel: "email", to: "ana@example.test", status: "queued" }
const sent = { channel: "email", to: "ana@example.test", subject: "Hello", body: "Hi" } as const

it("sends with a spy", async () => {
  const mas = new Mas({ apiKey: "maskey_live_1", baseUrl: "http://localhost" })
  const send = vi.spyOn(mas.messages as Spyable<Messages>, "send")
  send.mockImplementation(async ({ to }) => ({ ...message, to }) as never)
  expect((await mas.messages.send(sent)).id).toBe(1)
  expect(send).toHaveBeenCalledWith(sent)
})

it("sends with a fake fetch", async () => {
  const fetch = async () => Response.json(message, { status: 201 })
  const mas = new Mas({ apiKey: "maskey_live_1", baseUrl: "http://localhost", fetch })
  expect((await mas.messages.send(sent)).to).toBe("ana@example.test")
})
