import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ltsNode } from "../../../scripts/lib/lts.mjs"
import { skipped } from "../../support/skipped.ts"
import { noSqlite, sqlites } from "./sqlite.ts"
import { ReceiverProcess } from "./storm/processes.ts"
import { limit, notOnce, size, stormFiles } from "./storm/setup.ts"
import { runStorm } from "./storm/storm.ts"

const files = stormFiles()
const secret = `whsec_${btoa("a secret of the storm, of 32 bytes")}`

// Only newer Node versions have SQLite: the receivers are processes of their own, and run on one of them.
const sqliteNode = sqlites["node:sqlite"] ? process.execPath : await ltsNode()
const noStorm = sqliteNode === undefined ? noSqlite("node:sqlite") : undefined

describe.skipIf(noStorm)(`receivers on SQLite${skipped(noStorm)}`, () => {
  it(
    "start together on a new file",
    async () => {
      for (let round = 0; round < 10; round++) {
        const args = [files.program, "node:sqlite", join(files.folder, `new-${round}.db`), ""]
        const receivers = [1, 2, 3].map(() => new ReceiverProcess(sqliteNode ?? "", args, secret))
        try {
          const begin = Date.now() + 600
          await Promise.all(receivers.map((receiver) => receiver.start(begin)))
        } finally {
          await Promise.allSettled(receivers.map((receiver) => receiver.kill()))
        }
      }
    },
    limit,
  )
})

describe("two receivers on SQLite that crash, in a storm of deliveries", () => {
  // The package's binary is built for this Node.
  const nodes = {
    "node:sqlite": sqliteNode,
    "better-sqlite3": noSqlite("better-sqlite3") ? undefined : process.execPath,
  }

  it.for(Object.entries(nodes))(
    "handle each event exactly once in their transaction, by %s",
    { timeout: limit },
    async ([kind, node], { skip }) => {
      if (node === undefined) return skip(`no Node that has ${kind}`)
      const args = [kind, join(files.folder, `${kind.replace(":", "-")}.db`), ""] as const
      const after = await runStorm({ ...size, program: files.program, args, node })
      expect([after.done.size, after.kills]).toEqual([size.events, size.kills])
      expect(notOnce(after)).toEqual([])
    },
  )
})
