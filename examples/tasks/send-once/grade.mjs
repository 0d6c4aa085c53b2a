// @ts-check
/** The file to complete. */
export const file = "receipts.mjs"

const first = [1003, 1002, 1001].map(orderOf)
const orders = [orderOf(1004), ...first]

/** @param {import("../grading.mjs").Grading} grading */
export async function grade({ check, count, run, write, world }) {
  // The first receipt goes out; then the service is down, for three attempts of each of the others.
  world.faults.add({ path: "/v1/my/messages", status: 503, retry_after: 0, from: 2, times: 6 })
  write("orders.json", first)
  await run(file)
  world.faults.clear()
  write("orders.json", orders)
  const { problem } = await run(file)

  check("It ends well once the service is back", [problem])
  check(
    "Each order has one receipt after two runs",
    orders.map(({ id, email }) => {
      const receipts = count(email, `Receipt ${id}`)
      return receipts !== 1 && `order ${id} was sent ${receipts} times, not once`
    }),
  )
}

/** @param {number} id */
function orderOf(id) {
  return { id, email: `customer-${id}@example.test`, total: "9.99" }
}
