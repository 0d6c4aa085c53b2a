// @ts-check
/** The file to complete. */
export const file = "export.mjs"

/** @param {import("../grading.mjs").Grading} grading */
export async function grade({ check, read, run, world }) {
  const { total: first } = await world.fillContacts({ count: 250, prefix: "first" })
  // Once, the third page is not to be had at first.
  world.faults.add({ path: "/v1/my/contacts", status: 503, retry_after: 0, from: 3, times: 1 })
  const { problem } = await run(file)
  const before = rows()
  const { total: second } = await world.fillContacts({ count: 20, prefix: "second" })
  await run(file)
  const after = rows()

  check("It ends well", [problem])
  check("The file has every contact", [
    before.length < first && `${before.length} of ${first} in the first night`,
    after.length < second && `${after.length} of ${second} in the second night`,
  ])
  check("The file has each contact once", [
    new Set(after).size < after.length && `${after.length - new Set(after).size} lines are there twice`,
  ])
  const ids = before.map((row) => Number(row.split(",")[0]))
  check("The lines are in order", [
    ids.some((id, at) => at > 0 && id < (ids[at - 1] ?? 0)) && "an id is lower than the one before it",
  ])
  const [header] = read("contacts.csv").split(/\r?\n/)
  check("The header is id,email", [header !== "id,email" && `the first line is ${JSON.stringify(header)}`])

  function rows() {
    return read("contacts.csv")
      .split("\n")
      .filter((line) => /^\d+,[^,]+@/.test(line))
  }
}
