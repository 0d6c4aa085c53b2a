import { expect, it } from "vitest"
import * as z from "zod"
import { longWork } from "../../../cli/runners/long-work.ts"
import { partialResults, reportRefused } from "../../../cli/runners/partial-result.ts"
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

it("names ten of the refused addresses and counts the others, and says where no reason was given", () => {
  const reportOf = (name: string, result: unknown) => {
    const texts: string[] = []
    const code = reportRefused({ quote: (text: string) => texts.push(text) } as never, name, result)
    return [code, texts.join()]
  }
  const emails = Array.from({ length: 12 }, (_, at) => `p${at}`)
  const ten = emails
    .slice(0, 10)
    .map((email) => JSON.stringify(email))
    .join(", ")
  expect(reportOf("lists.updateContacts", { added: 1, invalid_emails: emails })).toEqual([
    9,
    `12 refused. no e-mail address: ${ten}, and 2 more`,
  ])
  expect(reportOf("lists.updateContacts", { invalid_emails: emails.slice(0, 10) })[1]).toMatch(/: "p0", .*, "p9"$/)
  expect(reportOf("templates.sendTest", { results: [{ success: false, error: "", email: "a" }] })).toEqual([
    6,
    '1 refused. no reason was given: "a"',
  ])
  expect(reportOf("templates.sendTest", {})).toEqual([0, ""])
})
