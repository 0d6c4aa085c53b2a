// @ts-check
/** The file to complete. */
export const file = "notices.mjs"

/** Ten more messages are allowed, until a day after those that were sent twenty hours ago. */
export const fixtures = { accounts: { main: { capacity_used: [{ recipients: 9_990, ago: "20h" }] } } }

const people = Array.from({ length: 40 }, (_, id) => ({ id, email: `person-${id}@example.test` }))

/** @param {import("../grading.mjs").Grading} grading */
export async function grade({ check, count, read, run, write, world }) {
  write("people.json", people)
  const first = await run(file)
  const asked = world.requests({ method: "POST", path: "/v1/my/messages" })
  const resumeAt = read("resume-at.txt").trim()
  check("It sends what the plan allows", [count("*") !== 10 && `${count("*")} messages, not 10`])
  check("It stops when the capacity is used up", [asked.length > 25 && `it asked ${asked.length} times`])
  check("It ends well then", [first.problem])
  const { retry_at } = /** @type {any} */ (asked.at(-1)?.response_body ?? {})
  // A client may give it by its own clock, from the whole seconds of Retry-After.
  const isThen = Math.abs(Date.parse(resumeAt) - Date.parse(retry_at)) < 60_000
  check("resume-at.txt has the time that the service named", [
    !isThen && (resumeAt === "" ? "it is empty or missing" : "it has another time"),
  ])

  await world.advance("5h")
  await run(file)
  const missing = people.filter(({ email }) => count(email) === 0).length
  check("Started again, it writes to those who are left", [missing > 0 && `${missing} people got nothing`])
  check(
    "Nobody gets two",
    people.map(({ email }) => count(email) > 1 && `${email} got ${count(email)} messages, not one`),
  )
  check("resume-at.txt is gone at the end", [read("resume-at.txt") !== "" && "it is still there"])
}
