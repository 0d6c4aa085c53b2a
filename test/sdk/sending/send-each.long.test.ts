import { it } from "vitest"
import { simulate } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { repetitions } from "../../support/repetitions.ts"
// Vitest compiles a module when it is first imported, which a simulated day does not wait for.
import "../../../sdk/sending/run-send-each.ts"

const people = Array.from({ length: 30 }, (_, id) => ({ id, email: `p${id}@example.test` }))

/** Sends to everybody every hour: what was already sent is not sent again. */
async function sendHourly(mas: Mas): Promise<never> {
  for (;;) {
    const sending = mas.messages.sendEach(people, {
      key: ({ id }) => ["newsletter-42", id],
      message: ({ email }) => ({ channel: "email", to: email, subject: "News", html: "<p>Hi" }),
      concurrency: 4,
    })
    for await (const _row of sending);
    await new Promise((resolve) => setTimeout(resolve, 3_600_000))
  }
}

it("sendEach sends what is missing after each crash, without duplicates", () =>
  simulate({ runs: repetitions(8, 20), faults: "storm", for: "12h" }, async (day) => {
    day.process("sender", ({ clientOptions }) => void sendHourly(new Mas(clientOptions)))
    day.always("nobody gets two", () => {
      const to = day.world.messages.list().map((message) => message.to)
      return new Set(to).size === to.length
    })
    day.eventually("everybody gets one", () => day.world.messages.list().length === people.length)
    await day.sleep("10h")
  }))
