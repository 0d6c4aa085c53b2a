import { expect } from "vitest"
import type { Pace } from "../../../sdk/stores/index.ts"
import { send, turnOf } from "../../sdk/pace/support.ts"

const hour = 3_600_000

/** Two processes share one pace. */
export async function sharesPace(make: () => Pace): Promise<void> {
  const [one, other] = [make(), make()]
  expect(await turnOf(one)).toBeUndefined()
  expect(await turnOf(other, send, { longest: 0 })).toBeGreaterThan(0)
  await one.stop(send, hour)
  expect(await turnOf(make(), send, { longest: 60_000 })).toBeGreaterThan(hour * 0.9)
  await one.slow({ ...send, credential: "key-2" }, hour)
  expect(await turnOf(make(), { ...send, credential: "key-2" }, { longest: 60_000 })).toBeGreaterThan(hour * 0.9)
}
