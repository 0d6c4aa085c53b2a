import { expect, it, onTestFinished } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { payloadEmail } from "../../../sdk/adapters/index.ts"
import { Mas } from "../../../sdk/index.ts"

it.each([[5], [{ email: "ada@example.test" }], [["ada@example.test", { email: "grace@example.test" }]]])(
  "names the field of an invalid address: %j",
  async (to) => {
    const service = createMockService()
    onTestFinished(() => service.close())
    const from = { defaultFromAddress: "hello@acme.test", defaultFromName: "Acme" }
    const { sendEmail } = payloadEmail(new Mas(service.clientOptions), from)()
    await expect(sendEmail({ to, subject: "Hi", text: "Hi" })).rejects.toThrow(/^to must be an address/)
  },
)
