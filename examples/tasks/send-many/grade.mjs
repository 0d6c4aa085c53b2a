// @ts-check
import { endOf } from "../grading.mjs"

/** The file to complete. */
export const file = "newsletter.mjs"

const people = Array.from({ length: 150 }, (_, at) => ({ id: at + 1, email: `person-${at + 1}@example.test` }))
const refused = { id: 20, email: "carla@" }
people[19] = refused

/** @param {import("../grading.mjs").Grading} grading */
export async function grade({ check, count, read, run, start, write, world }) {
  write("people.ndjson", people.map((person) => `${JSON.stringify(person)}\n`).join(""))
  const cutOff = start(file)
  const end = endOf(cutOff)
  await Promise.race([end, world.wait.messages({ count: 50, timeout: "60s" }).catch(() => {})])
  cutOff.kill("SIGKILL")
  await end
  const { problem } = await run(file)

  const counts = people.map((person) => ({ person, got: count(person.email) }))
  const [none, two] = [
    counts.filter(({ got, person }) => got === 0 && person !== refused),
    counts.filter(({ got }) => got > 1),
  ]
  check("Everybody gets the newsletter", [none.length > 0 && (none.length === 149 ? "nobody did" : "some did not")])
  check("Nobody gets two, although it was killed on the way", [two.length > 0 && "some got two"])
  const lines = read("refused.ndjson").split("\n").filter(Boolean)
  check("refused.ndjson has whom the service refused", [
    !lines.some((line) => line.includes('"carla@"')) && "carla@ is missing",
    lines.length > 1 && `it has ${lines.length} lines`,
  ])
  check("It ends well", [problem])
}
