// @ts-check
/** The file to complete. */
export const file = "notify.mjs"

const own = ["ben@acme.test", "Cem@ACME.test"]
const others = ["ana@example.test", "acme.test@example.test", "dora@notacme.test", "eve@acme.test.example.com"]
const customers = [...own, ...others].map((email, at) => ({ email, ...(at % 2 === 0 && { phone: `+1555010${at}` }) }))

/** @param {import("../grading.mjs").Grading} grading */
export async function grade({ check, count, run, write, world }) {
  const received = () => world.messages.list({ limit: 1_000 }).map(({ to }) => to)
  write("customers.json", customers)
  const staging = await run(file, { APP_ENV: "staging" })
  const inStaging = received()
  const isAllowed = (/** @type {string} */ to) => /@acme\.test$/i.test(to) || to === "+15550199"
  check(
    "In staging nobody else gets anything",
    [...new Set(inStaging)].map((to) => !isAllowed(to) && `${to} got a message`),
  )
  check(
    "In staging our own people get theirs",
    own.map((email) => count(email) !== 1 && `${email} got ${count(email)} messages, not one`),
  )
  check("In staging the rest goes to qa@acme.test and +15550199", [
    count("qa@acme.test") !== others.length &&
      `qa@acme.test got ${count("qa@acme.test")} messages, not ${others.length}`,
    count("+15550199") !== 3 && `+15550199 got ${count("+15550199")} messages, not 3`,
  ])
  check("In staging it ends well", [staging.problem])

  world.reset()
  await run(file)
  const everybody = customers.flatMap(({ email, phone }) => (phone === undefined ? [email] : [email, phone]))
  check(
    "In production everybody gets theirs",
    everybody.map((to) => !received().includes(to) && `${to} got nothing`),
  )
}
