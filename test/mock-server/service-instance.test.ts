import { expect, it } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import { ServiceCore } from "../../mock-server/service.ts"

it("two services of one millisecond differ, so that nothing kept for one is taken for the other's", () => {
  const stopped = { ...hostClock, now: () => 1_767_225_600_000 }
  const instances = [1, 2, 3].map(() => /instance=([^;]+)/.exec(new ServiceCore({ hostClock: stopped }).build)?.[1])
  expect(new Set(instances).size).toBe(3)
})
