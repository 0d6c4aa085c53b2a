// Creates all tables:
//
//   DATABASE_URL=postgres://… npx tsx setup.ts
import { needed } from "../outbox/settings.ts"
import { makeTables } from "./tables.ts"

await makeTables(needed("DATABASE_URL"))
