import { describe, expect, it } from "vitest"
import { errorStatuses, successStatuses } from "../../sdk/contract/core/endpoints.ts"
import { mock } from "../support/mock.ts"
import { prepare } from "../support/prepare.ts"
import { endpoints } from "../support/samples.ts"
import { answerWith, limitedTo } from "../support/status-cases.ts"

describe("every endpoint", () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s answers with every status that it declares, in the declared shape",
    async (_name, endpoint) => {
      const declared = [...successStatuses(endpoint.spec), ...errorStatuses(endpoint.spec)]
      const answered: number[] = []
      for (const status of declared) {
        const service = mock(status === 429 ? { rateLimit: limitedTo } : {})
        if (status !== 429) await prepare(service)
        answered.push((await answerWith(endpoint, status, service)).status)
      }
      expect(answered).toEqual(declared)
    },
  )
})
