// @ts-check
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Mas } from "mas-sdk"

/** The file to complete. */
export const file = "import.mjs"

const rows = [
  "Email Address;First Name;Last Name;Status",
  "jose@example.test;José;Núñez;Subscribed",
  "greta@example.test;Greta;Weiß;Subscribed",
  "not an address;Hans;;Subscribed",
  "ida@example.test;Ida;Ödegård;Unsubscribed",
  "kai@example.test;Kai;;Cleaned",
]

/** @param {import("../grading.mjs").Grading} grading */
export async function grade({ check, folder, read, run, world }) {
  writeFileSync(join(folder, "customers.csv"), `${rows.join("\r\n")}\r\n`, "latin1")
  const { stdout, problem: firstProblem } = await run(file)
  const refused = read("refused.csv")
  const contacts = await people()
  const { problem } = await run(file)
  const again = await people()

  const of = (/** @type {string} */ email) => contacts.find((contact) => contact.email === email)
  const good = ["jose@example.test", "greta@example.test"]
  const others = ["ida@example.test", "kai@example.test"]
  check(
    "Each person is a contact",
    [...good, ...others].map((email) => !of(email) && `${email} is missing`),
  )
  check(
    "Whoever was subscribed may get mail",
    good.map((email) => !of(email)?.subscribed_email && `${email} may not`),
  )
  check(
    "Nobody else may",
    others.map((email) => of(email)?.subscribed_email && `${email} may`),
  )
  check("Names are as they were written", [of(good[0] ?? "")?.last_name !== "Núñez" && "Núñez is spoilt"])
  check("refused.csv has the row that cannot be imported", [
    !/^4,.+\s*$/.test(refused) && `not line 4 alone, but ${refused ? JSON.stringify(refused) : "nothing"}`,
  ])
  check("It says how many there were", [
    !/^4 imported, 1 refused$/m.test(stdout) && `not "4 imported, 1 refused", but ${JSON.stringify(stdout.trim())}`,
  ])
  check("It ends well", [firstProblem])
  check("A second run changes nothing", [
    problem,
    again.length !== contacts.length && `${again.length} contacts instead of ${contacts.length}`,
  ])

  function people() {
    return new Mas(world.clientOptions).contacts.list({ limit: 100 }).toArray()
  }
}
