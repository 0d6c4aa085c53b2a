import { expect, it } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import { createMockService } from "../../mock-server/index.ts"
import { ServiceCore } from "../../mock-server/service/service.ts"

it("a world says how often its state was replaced, so that nothing kept for it outlives a reset", async () => {
  const service = createMockService()
  const resets = async () => {
    const { headers } = await service.fetch("/_mock/health")
    return /; resets=(\d+)/.exec(headers.get("X-MAS-Mock") ?? "")?.[1]
  }
  const snapshot = service.world.state.snapshot()
  expect(await resets()).toBeUndefined()
  service.world.reset()
  expect(await resets()).toBe("1")
  service.world.state.restore(snapshot)
  expect(await resets()).toBe("2")
  await service.close()
})

it("two services of one millisecond differ, so that nothing kept for one is taken for the other's", () => {
  const stopped = { ...hostClock, now: () => 1_767_225_600_000 }
  const instances = [1, 2, 3].map(() => /instance=([^;]+)/.exec(new ServiceCore({ hostClock: stopped }).build)?.[1])
  expect(new Set(instances).size).toBe(3)
})
