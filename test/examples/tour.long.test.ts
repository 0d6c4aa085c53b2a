import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { buildPackage, type Ended, end, startProgram } from "../support/example.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const folder = temporaryFolder()
const tour = (...args: string[]): Promise<Ended> => end(startProgram("examples/tour.ts", { args }))

function csvFile(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

beforeAll(buildPackage)

describe("the tour", () => {
  it("passes all steps with the committed file", async () => {
    const { code, stdout, stderr } = await tour()
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout.match(/^\d\. \w+/gm)).toEqual([
      "1. Connect",
      "2. Read",
      "3. Import",
      "4. Send",
      "5. Receive",
      "6. Fail",
      "7. Page",
    ])
    for (const fact of [
      /pending: 0 %/,
      /complete: 100 %/,
      /✓ \d{4,} rows were read/,
      /✓ [1-9]\d* rows were refused/,
      /✓ the service got 51 requests/,
      /✓ and made 50 messages of them: nothing was sent twice/,
      /✓ \d{3,} webhooks were verified and taken/,
      /✓ taken 5 minutes later/,
      /✓ \d{4,} contacts, each once/,
      /✓ each with every name and field as it is in the file\n\nEverything was as expected\.\n$/,
    ]) {
      expect(stdout).toMatch(fact)
    }
  })

  it("accepts another file, and reports its contents", async () => {
    const file = csvFile("own.csv", 'Email,first_name,team\na@one.test,"Ann ""A"" Lee",x\nA@ONE.test,,y\nbad,Bob,z\n')
    const { code, stdout, stderr } = await tour(file)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toContain("✓ 3 rows were read")
    expect(stdout).toContain("✓ 1 rows were refused")
    expect(stdout).toContain("✓ 1 contacts, each once")
  })

  it("accepts another service's export, and reports how its columns map and which rows are invalid", async () => {
    const file = csvFile("other.csv", "E-mail Address;Vorname;Status\nada@one.test;Zoë;unsubscribed\n;Bo;subscribed\n")
    const { code, stdout, stderr } = await tour(file)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    for (const line of ["E-mail Address goes to email", "Vorname goes to first_name", "line 3 email is missing"]) {
      expect(stdout).toContain(line)
    }
  })

  it("exits with 1 when the receiver trusts another secret", async () => {
    const { code, stdout, stderr } = await tour("--secret", "whsec_d3Jvbmc=")
    expect(code).toBe(1)
    expect(stderr).toContain("Not as expected: no signature was refused")
    expect(stdout).not.toContain("Everything was as expected")
  })

  it("exits with 1 when the file cannot be imported", async () => {
    const { code, stdout, stderr } = await tour(csvFile("no-addresses.csv", "name,team\nAnn,x\n"))
    expect(code).toBe(1)
    expect(stderr).toContain("no column of e-mail addresses")
    expect(stdout).not.toContain("Everything was as expected")
  })

  it("exits with 1 when there is no file", async () => {
    const { code, stderr } = await tour(join(folder, "missing.csv"))
    expect(code).toBe(1)
    expect(stderr).toContain("missing.csv")
  })
})
