import { Mas } from "mas-sdk"

/**
 * Starts the shop. Called again after each crash, with the orders that there were.
 * @param {import("mas-sdk").ClientOptions} clientOptions
 * @param {Map<string, { email: string, isSent?: boolean }>} orders by their ids
 */
export function startShop(clientOptions, orders) {
  const mas = new Mas(clientOptions)

  return {
    /** A customer has paid: called once for each order. @param {string} id @param {string} email */
    async buy(id, email) {
      orders.set(id, { email })
      console.log(`To do: send the receipt to ${email}`, mas)
    },
  }
}
