import { beforeAll, expect, it } from "vitest"
import { simulate } from "../../mock-server/index.ts"
import { dayOf } from "../support/day.ts"
import { buildPackage } from "../support/example.ts"

beforeAll(buildPackage, 120_000)

it("examples/simulation/claims.ts stands 2,000 days", { timeout: 600_000 }, async () => {
  expect(await simulate({ runs: 2_000 }, await dayOf("claims"))).toMatchObject({ runs: 2_000 })
})
