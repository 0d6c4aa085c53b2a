import { ServiceCore } from "../mock-server/service/service.ts"
import { worldOf } from "../mock-server/testing/mock-world/world-of.ts"
import { mainWorld } from "../mock-server/world/world-names.ts"
import { Mas } from "../sdk/index.ts"

/** What an expectation about one recipient costs with a million messages, over what it costs with a hundred. */

const [few, many] = [100, 1_000_000]
const rounds = 400

/** Microseconds of each question, the median of many, in a world with so many messages to others. */
async function costsWith(messages: number): Promise<Record<string, number>> {
  const service = new ServiceCore({ clock: "frozen" })
  const tested = worldOf(service, mainWorld)
  const mas = new Mas(tested.clientOptions)
  await mas.messages.send({ channel: "email", to: "ada@example.test", subject: "Hi", html: "<p>Hi</p>" })
  const { world } = service
  const { id: _, ...row } = world.tables.messages.known(1)
  for (let at = 1; at < messages; at++) world.tables.messages.add(world, { ...row, to: `u${at}@example.test` })

  const { expect, messages: sent } = tested
  const questions: Readonly<Record<string, () => unknown>> = {
    "expect.message({ to })": () => expect.message({ to: "ada@example.test" }),
    "expect.nothingSent({ to })": () => expect.nothingSent({ to: "nobody@example.test" }),
    "messages.list({ to, status })": () => sent.list({ to: "ada@example.test", status: "sent" }),
    "messages.list({ subject, limit })": () => sent.list({ subject: "Hi", limit: 10 }),
  }
  const costs: Record<string, number> = {}
  for (const [name, ask] of Object.entries(questions)) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      await ask()
      times.push(performance.now() - began)
    }
    costs[name] = (times.toSorted((a, b) => a - b)[rounds >> 1] ?? 0) * 1000
  }
  await service.close()
  return costs
}

await costsWith(few)
const [small, large] = [await costsWith(few), await costsWith(many)]
for (const [name, cost] of Object.entries(large)) {
  const ratio = cost / (small[name] ?? cost)
  console.log(
    `${name}: ${ratio.toFixed(2)} (limit 1.5; ${cost.toFixed(0)} µs with ${many.toLocaleString("en-US")} messages)`,
  )
}
