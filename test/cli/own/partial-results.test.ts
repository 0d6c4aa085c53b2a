import { expect, it } from "vitest"
import * as z from "zod"
import { longWork } from "../../../cli/runners/long-work.ts"
import { partialResults } from "../../../cli/runners/partial-result.ts"
import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"

/** Fields of a response that say what was refused. */
const refusals = /"(?:success|results|errors|skipped|not_found|rejected|\w+_errors|failed(?:_\w+)?|invalid_\w+)":\{/

it("every change whose response can tell of refused parts ends with the code for that", () => {
  const changes = listEndpoints(contract).filter(({ spec }) => spec.method !== "GET" && spec.response)
  const partial = changes.filter(({ spec }) =>
    refusals.test(JSON.stringify(z.toJSONSchema(spec.response ?? z.never(), { unrepresentable: "any", io: "output" }))),
  )
  const names = partial.map(({ name }) => name).sort()
  expect(names).toEqual(["imports.create", ...Object.keys(partialResults)].sort())
  expect(longWork).toHaveProperty(["imports.create"])
})
