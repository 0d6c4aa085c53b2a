import { describe, expect, it, vi } from "vitest"
import { Mas, type Message, type Messages, type Spyable } from "../../../sdk/index.ts"

vi.mock("../../../sdk/index.ts", { spy: false })

const message: Message = {
  id: 1,
  channel: "email",
  to: "ada@example.test",
  status: "queued",
  created_at: "2026-03-01T12:00:00.000Z",
} as Message

describe("an automatic mock of the module", () => {
  it("has the resources, with methods that can be replaced", async () => {
    const mas = new Mas()
    vi.mocked((mas.messages as Spyable<Messages>).send).mockImplementation(async () => message)
    expect(await mas.messages.send({ channel: "email", to: "ada@example.test", subject: "S", body: "B" })).toBe(message)
    expect(mas.messages.send).toHaveBeenCalledOnce()
    expect(await mas.contacts.create({ email: "ada@example.test" })).toBeUndefined()
  })
})
