import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { eachCrash, runThroughCrashes, stepsOf } from "../../support/crash.ts"
import { repetitions } from "../../support/repetitions.ts"
import { skipped } from "../../support/skipped.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { noSqliteAtAll } from "../../webhooks/stores/sqlite.ts"
import { bundleProgram } from "./bundle-program.ts"

const limit = { timeout: 3_600_000 }
/** Kills at each of the four changes, besides those at every step, or every eighth. */
const [times, stride] = [repetitions(1, 200), repetitions(8, 1)]
let program: string
let server: MockServer
beforeAll(async () => {
  program = await bundleProgram("held-worker")
  server = await startMockServer({ port: 0 })
})
afterAll(() => server?.close())

/** A new database, and a service without messages. */
function begin(mistake = "") {
  server.world.reset()
  const folder = temporaryFolder()
  const env = { DATABASE_FILE: join(folder, "held.db"), MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey }
  return { program, folder, env: { ...env, MISTAKE: mistake } }
}

/** Kills the program at a step, and runs it again until it is done. Returns the step, and the requests that reached the service. */
async function killedAt(step: number, mistake?: string) {
  const killed = await runThroughCrashes({ ...begin(mistake), crashes: [step] })
  return { killed, messages: server.world.messages.list().length, bodies: bodiesSent() }
}

const bodiesSent = () =>
  server.world.requests
    .list()
    .filter(({ method }) => method === "POST")
    .map(({ request_body }) => JSON.stringify(request_body))

const body = JSON.stringify({ channel: "email", to: "ada@example.test", subject: "Hi", html: "<p>Hello</p>" })

describe.skipIf(noSqliteAtAll)(`a held call whose program is killed${skipped(noSqliteAtAll)}`, () => {
  it("has one effect, with the approved bytes, at whichever step", limit, async () => {
    const killOnce = async (step: number) => {
      const { killed, messages, bodies } = await killedAt(step)
      expect([step, killed, messages, new Set(bodies)]).toEqual([step, [names[step - 1]], 1, new Set([body])])
    }
    const names = await stepsOf(begin())
    for (let step = 1; step <= names.length; step += stride) await killOnce(step)
    /** The steps from the transaction of the nth statement that changes the row, to the next one. */
    const changes = names.flatMap((name, index) => (/^before (insert|update)/.test(name) ? [index - 1] : []))
    const kinds = ["create", "approve", "hand over", "mark sent"]
    expect(changes).toHaveLength(kinds.length)
    expect(names.slice(changes[2], changes[3])).toContain("after a request")
    for (const [kind, start] of changes.entries()) {
      const end = changes[kind + 1] ?? names.length
      for (let time = 0; time < times; time++) await killOnce(1 + start + (time % (end - start)))
    }
  })

  it("is seen to have two effects where each hand-over has a key of its own", limit, async () => {
    const counts = new Set<number>()
    await eachCrash(async (step) => {
      const { killed, messages } = await killedAt(step, "new key")
      counts.add(messages)
      return killed
    }, 8)
    expect(counts).toContain(2)
  })
})
