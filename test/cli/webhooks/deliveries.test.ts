import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { newDeliveries } from "../../../cli/commands/webhooks/follow-deliveries.ts"
import type { WebhookDelivery } from "../../../sdk/contract/webhooks.ts"
import { homeWithService, rowsIn } from "../own/run.ts"

/** Receivers that accept everything at once. */
const acceptAll = { deliver: () => ({ status: 204, duration: 1 }) }

/** A delivery by its id, attempted or not. */
const delivery = (id: number, attempts = 1) =>
  ({ id, attempts, status: attempts === 0 ? "pending" : "delivered" }) as WebhookDelivery

/** Returns what is printed after each poll; a poll lists the newest first. */
async function printedPerPoll(polls: readonly (readonly WebhookDelivery[])[], before = 10) {
  const ended = new AbortController()
  const idsPerPoll: number[][] = [[]]
  let at = 0
  const rows = newDeliveries(async (after, most) => (polls[at] ?? []).filter(({ id }) => id > after).slice(0, most), {
    before,
    signal: ended.signal,
    async wait() {
      at += 1
      if (at === polls.length) ended.abort()
      else idsPerPoll.push([])
    },
  })
  for await (const { id } of rows) idsPerPoll.at(-1)?.push(id)
  return idsPerPoll
}

describe("followed deliveries", () => {
  it("are each shown once, oldest first, after the requested number of existing ones", async () => {
    const first = [delivery(3), delivery(2), delivery(1)]
    const later = [delivery(5), delivery(4), ...first]
    expect(await printedPerPoll([first, first, later, later], 2)).toEqual([[2, 3], [], [4, 5], []])
  })

  it("are shown once attempted, or at the second poll", async () => {
    const polls = [
      [delivery(2, 0), delivery(1)],
      [delivery(3, 0), delivery(2), delivery(1)],
      [delivery(5, 0), delivery(4, 0), delivery(3, 0)],
      [delivery(5, 0), delivery(4, 0), delivery(3, 0)],
    ]
    expect(await printedPerPoll(polls)).toEqual([[1], [2], [3], [4, 5]])
  })
})

describe("mas webhooks deliveries --follow", () => {
  let sandbox: ReturnType<typeof homeWithService>
  beforeEach(async () => {
    sandbox = homeWithService(acceptAll)
    await sandbox.run(["webhooks", "create", "--url", "https://hooks.example.com/mas", "--events", "email.sent"])
    for (let count = 0; count < 3; count += 1) await sandbox.run(["webhooks", "test", "1", "--type", "email.sent"])
  })
  afterEach(() => sandbox.close())

  it("prints NDJSON off a terminal, and ends with 130 on Ctrl-C", async () => {
    const running = sandbox.home.start(["webhooks", "deliveries", "1", "--follow", "--limit", "2"])
    await running.stdout.until(/"id":3/)
    running.interrupt()
    const { code, out } = await running.ended
    expect([code, rowsIn(out).map(({ id }) => id)]).toEqual([130, [2, 3]])
  })

  it("prints a line for each on a terminal, with both ids", async () => {
    const running = sandbox.home.start(["webhooks", "deliveries", "1", "-f"], { terminal: true })
    await running.stdout.until(/delivery 3/)
    running.interrupt()
    const { code, out, err } = await running.ended
    expect([code, err]).toEqual([130, ""])
    const lines = out.trimEnd().split("\n")
    expect(lines).toEqual([1, 2, 3].map((id) => expect.stringMatching(`delivery ${id} .*delivered.*evt_`)))
  })

  it("fails like any command if the endpoint does not exist, and refuses --all", async () => {
    expect((await sandbox.run(["webhooks", "deliveries", "9", "--follow"])).code).toBe(4)
    expect((await sandbox.run(["webhooks", "deliveries", "1", "--follow", "--all"])).code).toBe(2)
  })
})

describe("the ids of a delivery", () => {
  let sandbox: ReturnType<typeof homeWithService>
  const post = (url: string) => sandbox.run(["webhooks", "create", "--url", url, "--events", "email.sent"])
  beforeEach(async () => {
    sandbox = homeWithService(acceptAll)
    await post("https://hooks.example.com/one")
  })
  afterEach(() => sandbox.close())

  it.each(["webhooks resend", "mock redeliver"])("are both accepted by %s", async (command) => {
    const again = (id: string) => sandbox.run([...command.split(" "), id])
    await sandbox.run(["webhooks", "test", "1", "--type", "email.sent"])
    const [{ id, event_id }] = (await sandbox.run(["webhooks", "deliveries", "1"])).json
    expect((await again(String(id))).json).toMatchObject({ id: 2, event_id })
    expect((await again(event_id)).json).toMatchObject({ id: 3, event_id })
    const none = await again("evt_none")
    expect([none.code, none.err]).toEqual([4, expect.stringContaining("There was no delivery of event evt_none")])
    expect((await again("abc")).code).not.toBe(0)
  })

  it("are listed by endpoint if an event went to several", async () => {
    await post("https://hooks.example.com/two")
    await sandbox.run("messages send --channel email --to ada@example.test --subject Hi --body Hello".split(" "))
    const [{ event_id }] = (await sandbox.run(["webhooks", "deliveries", "1"])).json
    const { code, err } = await sandbox.run(["webhooks", "resend", event_id])
    expect([code, JSON.parse(err).error.hint]).toEqual([6, "Use one of them: 1 (endpoint 1), 2 (endpoint 2)."])
  })

  it("are both in the tables", async () => {
    await sandbox.run(["webhooks", "test", "1", "--type", "email.sent"])
    for (const words of ["webhooks deliveries 1", "mock deliveries"]) {
      const { out } = await sandbox.run([...words.split(" "), "-o", "csv"])
      expect(out.split("\n")[0]).toMatch(/\bid\b.*event_id/)
    }
    const { out } = await sandbox.run(["webhooks", "deliveries", "1", "-o", "table"])
    expect(out).toMatch(/^id +event_id/i)
  })
})

describe("the specification's names", () => {
  const sandbox = homeWithService(acceptAll)
  const columns = async (words: string, names: string) => {
    const { code, json } = await sandbox.run([...words.split(" "), "--columns", names])
    return [code, json]
  }

  it("are accepted as aliases of columns", async () => {
    await sandbox.run(["webhooks", "create", "--url", "https://hooks.example.com/mas", "--events", "email.sent"])
    await sandbox.run(["webhooks", "test", "1", "--type", "email.sent"])
    const [, [record]] = await columns("webhooks deliveries 1", "last_response_status,attempts")
    expect(await columns("webhooks deliveries 1", "response_code,attempt_count")).toEqual([
      0,
      [{ response_code: record.last_response_status, attempt_count: record.attempts }],
    ])
    expect(record.attempts).toBe(1)
    expect((await columns("mock deliveries", "response_code"))[1]).toEqual([
      { response_code: record.last_response_status },
    ])
    expect(await columns("webhooks list", "last_delivery.response_code")).toEqual([
      0,
      [{ "last_delivery.response_code": record.last_response_status }],
    ])
    const secret = await columns("webhooks get 1", "signing_secret")
    expect(secret).toEqual([0, { signing_secret: expect.stringMatching(/^whsec_/) }])
    const { out } = await sandbox.run("webhooks deliveries 1 -o csv --columns response_code,attempt_count".split(" "))
    expect(out).toMatch(/^response_code,attempt_count\r?\n\d*,1/)
    expect((await columns("lists list", "response_code").catch(() => [2]))[0]).toBe(2)
    await sandbox.close()
  })
})
