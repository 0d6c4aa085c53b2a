import { join } from "node:path"
import Database from "better-sqlite3"
import { expect, it, onTestFinished } from "vitest"
import { startMockServer } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { end, startProgram } from "../../support/example.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"

it.each([
  ["before", 0],
  ["after", 1],
])(
  "catchUp resumes after its process was killed %s an event's work: no row is missing or duplicated in the table",
  async (when, again) => {
    const server = await startMockServer({ port: 0, clock: "frozen", now: "2026-03-01T12:00:00.000Z" })
    onTestFinished(() => server.close())
    const mas = new Mas(server.clientOptions)
    onTestFinished(() => mas.close())
    const addresses = [1, 2, 3, 4].map((number) => `bounced+${number}@simulator.test`)
    for (const to of addresses) await mas.messages.send({ channel: "email", to, subject: "Hello", body: "Hi" })
    await server.world.advance("1m")

    const file = join(temporaryFolder(onTestFinished), "receiver.db")
    const catchUp = (killAt: string) =>
      end(
        startProgram("test/sdk/outage/catch-up-until-killed.ts", {
          env: {
            FILE: file,
            SINCE: "2026-03-01T11:00:00Z",
            KILL_AT: killAt,
            KILL_WHEN: when,
            MAS_BASE_URL: server.url,
            MAS_API_KEY: server.apiKey,
          },
        }),
      )
    expect(await catchUp("3")).toMatchObject({ stdout: "", stderr: "" })
    const { code, stdout, stderr } = await catchUp("never")
    expect([code, stderr]).toEqual([0, ""])
    expect(JSON.parse(stdout)).toMatchObject({ known: 2, yielded: 2, busy: 0 })
    const db = new Database(file)
    onTestFinished(() => {
      db.close()
    })
    const column = (sql: string) => db.prepare(sql).pluck().all()
    expect(column("select address from bounces order by address")).toEqual(addresses)
    // An event whose work was done but not marked is delivered again, with the same id.
    expect(column("select event from told")).toHaveLength(addresses.length + again)
  },
)
