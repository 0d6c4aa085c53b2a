import { deliveryStatus } from "../domain/delivery.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const deliveryHandlers: HandlersFor<"delivery"> = {
  status: (world, caller) => deliveryStatus(world, caller),
}
