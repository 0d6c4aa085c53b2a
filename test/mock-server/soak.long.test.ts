import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, it } from "vitest"
import { mixedRequest } from "../../bench/support/mixed-requests.ts"
import { atOnce } from "../../mock-server/base/event-loop.ts"
import { fetchFrom } from "../../mock-server/service/http/fetch.ts"
import { ServiceCore } from "../../mock-server/service/service.ts"

setFlagsFromString("--expose-gc")
const collectGarbage: () => void = runInNewContext("gc")

/** Finished work frees its memory a little later. */
async function collectAll(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    await new Promise(setImmediate)
    collectGarbage()
  }
}

// The longer run, with figures: npm run bench -- mock-soak
it("frees everything that existed before a reset, after thousands of mixed requests", async () => {
  const url = "http://127.0.0.1:4010"
  const deliver = ({ body }: { body: string }) => ({ status: body.length % 4 === 0 ? 503 : 204, duration: 1 })
  const service = new ServiceCore({ clock: "frozen", deliver })
  const references: WeakRef<object>[] = []
  for (let round = 0; round < 3; round++) {
    for (let at = round * 1_000; at < (round + 1) * 1_000; at++) {
      const { path, init } = mixedRequest(at)
      const { status } = await fetchFrom(service, { baseUrl: url }, `${url}${path}`, init)
      expect(status, path).toBeLessThan(500)
    }
    await service.world.scheduler.advanceBy(3_600_000)
    expect(service.world.tables.messages.size).toBeGreaterThan(0)
    references.push(new WeakRef(service.world), new WeakRef(service.world.tables.messages))
    atOnce(service.worlds.reset("main"))
  }
  await collectAll()
  expect(references.map((world) => world.deref())).toEqual(references.map(() => undefined))
  await service.close()
})
