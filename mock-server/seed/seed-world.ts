import type { Steps } from "../base/event-loop.ts"
import type { Fixtures } from "../base/models.gen.ts"
import type { World } from "../world/world.ts"
import { refuseMissing, seedAccounts, seedUsers } from "./accounts.ts"
import { seedAudience } from "./audience.ts"
import { seedClients } from "./clients.ts"
import { seedKeys } from "./keys.ts"
import { mergingWithSeed } from "./merge-fixtures.ts"
import { seedConversation, seedSenders, seedTemplates, seedWebhooks } from "./messaging.ts"
import { seedPlans } from "./plans.ts"
import { seedTeams } from "./teams.ts"
import { seedUsageAndStats } from "./usage-and-stats.ts"

/**
 * Fills a new world. The seed's records have the same ids and credentials in every world, whatever its random seed. A fixtures
 * document overrides and extends them. Ids follow the document's order. An invalid part is a 422 with its path.
 */
export function* seedWorld(world: World, fixtures: Fixtures | undefined): Steps<void> {
  const { plans = {}, users = {}, accounts = {} } = yield* mergingWithSeed(fixtures)
  seedPlans(world, plans)
  seedUsers(world, users)
  const founded = seedAccounts(world, accounts)
  seedTeams(world, founded)
  refuseMissing(world, users)
  seedKeys(world, founded, seedClients(world, founded))
  const brands = founded.flatMap((account) => account.brands)
  for (const brand of brands) yield* seedAudience(world, brand)
  for (const brand of brands) seedSenders(world, brand)
  for (const brand of brands) seedTemplates(world, brand)
  seedConversation(world)
  for (const account of founded) seedUsageAndStats(world, account)
  for (const brand of brands) seedWebhooks(world, brand)
}
