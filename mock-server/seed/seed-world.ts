import type { World } from "../world/world.ts"
import { seedAudience } from "./audience.ts"
import { seedMessaging } from "./messaging.ts"
import { seedPeople } from "./people.ts"
import { seedPlans } from "./plans.ts"

/** Fills a new world: the same records with the same ids and credentials in every world, whatever its seed. */
export function seedWorld(world: World): void {
  seedPlans(world)
  seedPeople(world)
  seedAudience(world)
  seedMessaging(world)
}
