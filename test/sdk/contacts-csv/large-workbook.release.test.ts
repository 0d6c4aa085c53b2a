import { expect, it } from "vitest"
import { contactsCsv } from "../../../sdk/files/contacts-csv/index.ts"
import { workbookOf } from "../../support/workbook.ts"

it("reads the first sheet of a workbook with any number of rows", async () => {
  const addresses = Array.from({ length: 150_000 }, (_, index) => `p${index}@example.test`)
  const csv = contactsCsv(workbookOf([["Email"], ...addresses.map((address) => [address])]))
  const read: unknown[] = []
  for await (const row of csv.rows()) read.push("contact" in row ? row.contact.email : row.problem)
  expect(read).toEqual(addresses)
})
