import { onTestFinished } from "vitest"
import { createMockService, type MockService } from "../../../mock-server/index.ts"
import { type ClientOptions, Mas } from "../../../sdk/index.ts"

/** A mock service in this process. */
export async function service(): Promise<MockService> {
  const mock = await createMockService({ clock: "frozen" })
  onTestFinished(() => mock.close())
  return mock
}

/** A client of the seeded world that writes to acme.test only. */
export const client = ({ world }: MockService, options: ClientOptions = {}): Mas =>
  new Mas({ ...world.clientOptions, recipients: { allow: ["*@acme.test"] }, ...options })

export const mail = { channel: "email", subject: "Hello", body: "Hello" } as const
export const ally = "qa@acme.test"
export const stranger = "ada@example.test"
