import { Pool } from "pg"
import postgres from "postgres"
import { afterAll, beforeAll, describe } from "vitest"
import type { Engine } from "../../support/engines/engine.ts"
import { noPostgres, startPostgres } from "../../support/engines/postgres.ts"
import { skipped } from "../../support/skipped.ts"
import { heldCallChecks } from "./held-checks.ts"

describe.skipIf(noPostgres)(`a held call in PostgreSQL${skipped(noPostgres)}`, () => {
  let server: Engine
  let pool: Pool
  let sql: ReturnType<typeof postgres>
  beforeAll(async () => {
    server = await startPostgres({ fsync: "off" })
    pool = new Pool({ connectionString: server.url })
    sql = postgres(server.url, { onnotice: () => {} })
  })
  afterAll(async () => {
    await Promise.all([pool?.end(), sql?.end()])
    await server?.stop()
  })

  describe("by pg", () => heldCallChecks(async () => ({ pool })))
  describe("by postgres.js", () => heldCallChecks(async () => ({ pool: sql })))
})
