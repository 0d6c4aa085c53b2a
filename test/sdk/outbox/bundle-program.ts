import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { startPostgres } from "../../support/engines/postgres.ts"
import { startRedis } from "../../support/engines/redis.ts"
import { root } from "../../support/files.ts"

/** Bundles a program into one file, which starts fast. */
export async function bundleProgram(name: string): Promise<string> {
  const folder = join(root, "node_modules/.cache/outbox-worker")
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `${name}-${process.pid}.mjs`)
  process.once("exit", () => rmSync(outfile, { force: true }))
  const entryPoints = [join(root, `test/sdk/outbox/${name}.ts`)]
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", packages: "external" })
  return outfile
}

/** A bundled program, and the Postgres and Redis that it needs. */
export async function startWithEngines(name: string) {
  const [program, postgres, redis] = await Promise.all([
    bundleProgram(name),
    startPostgres({ fsync: "off" }),
    startRedis(),
  ])
  return { program, postgres, redis, stop: () => Promise.all([postgres.stop(), redis.stop()]) }
}

export type WithEngines = Awaited<ReturnType<typeof startWithEngines>>
