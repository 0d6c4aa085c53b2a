// @ts-check
/** The file to complete. */
export const file = "invoices.mjs"

const first = [
  { id: 1, email: "ana@example.test" },
  { id: 2, email: "carla@" },
  { id: 3, email: "gone@example.test" },
  { id: 4, email: "busy@example.test" },
  { id: 5, email: "ben@example.test" },
]
const good = ["ana@example.test", "busy@example.test", "ben@example.test"]

/** @param {import("../grading.mjs").Grading} grading */
export async function grade({ check, count, read, run, write, world }) {
  world.outcomes.add({ to: "gone@example.test", outcome: "bounced" })
  world.faults.add({ path: "/v1/my/messages", contains: "busy@", status: 503, retry_after: 0, times: 3 })
  write("invoices.json", first)
  await run(file)
  await world.advance("1h")
  const afterFirst = badAddresses()
  write("invoices.json", [...first, { id: 6, email: "gone@example.test" }])
  const { problem } = await run(file)

  check(
    "Each good address has its invoice once",
    good.map((to) => count(to) !== 1 && `${to} got ${count(to)} messages, not one`),
  )
  check("An address that bounces gets one message, and no more", [
    count("gone@example.test") !== 1 && `gone@example.test got ${count("gone@example.test")} messages, not one`,
  ])
  check("A busy service makes no address bad", [
    afterFirst.includes("busy@example.test") && "busy@example.test is in the file",
  ])
  const bad = badAddresses().filter((address) => address !== "busy@example.test")
  const isRight = bad.sort().join() === "carla@,gone@example.test"
  check("bad-addresses.txt has each bad address once", [!isRight && `it has: ${bad.join(", ") || "none"}`])
  check("It ends well", [problem])

  function badAddresses() {
    return read("bad-addresses.txt").split(/\r?\n/).filter(Boolean)
  }
}
