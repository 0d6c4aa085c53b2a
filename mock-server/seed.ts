import { seedAudience } from "./seed/audience.ts"
import { seedMessaging } from "./seed/messaging.ts"
import { seedPeople } from "./seed/people.ts"
import { seedPlans } from "./seed/plans.ts"
import type { World } from "./world.ts"

/** Fills a new world: the same records with the same ids and credentials in every world, whatever its seed. */
export function seedWorld(world: World): void {
  seedPlans(world)
  seedPeople(world)
  seedAudience(world)
  seedMessaging(world)
}
