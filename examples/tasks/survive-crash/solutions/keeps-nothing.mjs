// Fails: In 12 days of crashes, lost answers and refusals each order gets its one receipt → an order has no receipt
export function startShop() {
  return { async buy() {} }
}
