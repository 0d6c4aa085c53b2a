import { describe, expect, it } from "vitest"
import { errorStatuses, successStatuses } from "../../sdk/contract/core/endpoints.ts"
import { mock } from "../support/mock.ts"
import { prepare } from "../support/prepare.ts"
import { endpoints } from "../support/samples.ts"
import { answerWith, limitedTo } from "../support/status-cases.ts"
import { watchRefusals } from "../support/unchanged.ts"

describe("every endpoint", () => {
  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s responds with every status that it declares, in the declared shape, and refusals change nothing [1.1] [16.2] [29.5] [35.1] [36.7]",
    async (_name, endpoint) => {
      const declared = [...successStatuses(endpoint.spec), ...errorStatuses(endpoint.spec)]
      const answered: number[] = []
      const changes: string[] = []
      for (const status of declared) {
        const service = mock(status === 429 ? { rateLimit: limitedTo } : {})
        if (status !== 429) await prepare(service)
        const watched = watchRefusals(service)
        answered.push((await answerWith(endpoint, status, watched.service)).status)
        changes.push(...watched.changed)
      }
      expect(answered).toEqual(declared)
      expect(changes).toEqual([])
    },
  )
})
