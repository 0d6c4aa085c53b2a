import { cookies } from "next/headers"
import { type Shop, shopIn } from "./shop.ts"

/** This visitor's shop: a browser under test has a cookie that names its world. */
export async function visitedShop(): Promise<Shop> {
  const jar = await cookies()
  return shopIn(jar.get("mas-world")?.value)
}
