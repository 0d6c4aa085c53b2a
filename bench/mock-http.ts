import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Pool } from "undici"

/** The built mock server, typed by its source, so that types can be checked without a build. */
const built: typeof import("../mock-server/index.ts") = await import(
  new URL("../dist/mock-server/mock-server.js", import.meta.url).href
)
const { createMockService } = built

/** CPU per request of the mock server over that of a bare node:http server that returns the same bytes, measured in turns. */

const authorization = "Bearer maskey_live_mock"
const json = { authorization, "content-type": "application/json" }

interface Case {
  readonly name: string
  readonly reach: number
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: (n: number) => string
}

const cases: readonly Case[] = [
  { name: "GET one", reach: 1.4, method: "GET", path: "/v1/my/templates/1" },
  { name: "GET a page of 30", reach: 1.55, method: "GET", path: "/v1/my/contacts?page=30" },
  {
    name: "POST with validation",
    reach: 2,
    method: "POST",
    path: "/v1/my/contacts",
    body: (n) =>
      JSON.stringify({ email: `post-${n}@example.test`, first_name: "Post", last_name: "Man", opt_in: true }),
  },
]

const rounds = 9
const perRound = 4_000
const parallel = 16

interface Server {
  readonly child: ChildProcess
  readonly url: string
  readonly pool: Pool
}

async function ask(child: ChildProcess, message: object | string): Promise<unknown> {
  child.send(message)
  const [answer] = await once(child, "message")
  return answer
}

async function start(kind: "mock" | "bare"): Promise<Server> {
  const child = fork(fileURLToPath(new URL("support/http-server.mjs", import.meta.url)), [kind], { execArgv: [] })
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The ${kind} server ended with ${code} before it answered`)
  })
  const [url] = await Promise.race([once(child, "message"), ended])
  ended.catch(() => {})
  return { child, url, pool: new Pool(url, { connections: parallel, pipelining: 1 }) }
}

let sent = 0

/** Sends to both servers in turn, so that client, pace and machine are the same. */
async function drive(servers: readonly Server[], { method, path, body }: Case, count: number): Promise<void> {
  let left = count
  async function lane() {
    while (left-- > 0) {
      for (const { pool } of servers) {
        const response = await pool.request({ method, path, headers: json, body: body?.(++sent) ?? null })
        await response.body.dump()
        if (response.statusCode >= 300) throw new Error(`${method} ${path} responded with ${response.statusCode}`)
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, lane))
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

/** Microseconds of CPU per request of each server. */
async function costs(servers: readonly Server[], request: Case): Promise<number[]> {
  const before = await Promise.all(servers.map(({ child }) => ask(child, "cpu")))
  await drive(servers, request, perRound)
  const after = await Promise.all(servers.map(({ child }) => ask(child, "cpu")))
  return after.map((micros, at) => (Number(micros) - Number(before[at])) / perRound)
}

async function compare(mock: Server, bare: Server, request: Case): Promise<void> {
  const { method, path, body } = request
  const sample = await mock.pool.request({ method, path, headers: json, body: body?.(++sent) ?? null })
  // Node adds these automatically in both servers.
  const { date, connection, "keep-alive": keepAlive, ...headers } = sample.headers
  await ask(bare.child, { status: sample.statusCode, headers, body: await sample.body.text() })
  await drive([mock, bare], request, 2 * perRound)
  const measured: [ours: number, theirs: number][] = []
  for (let round = 0; round < rounds; round++) {
    const [ours = 0, theirs = 1] = await costs([mock, bare], request)
    measured.push([ours, theirs])
  }
  const ratio = median(measured.map(([ours, theirs]) => ours / theirs))
  const [ours, theirs] = [median(measured.map(([each]) => each)), median(measured.map(([, each]) => each))]
  console.log(
    `${request.name}: ${ratio.toFixed(2)}x (reach ${request.reach}x): ${ours.toFixed(1)} µs over ${theirs.toFixed(1)} µs of CPU`,
  )
  if (ratio > request.reach) process.exitCode = 1
}

async function inProcess(): Promise<void> {
  const service = createMockService()
  const request = new Request(`${service.url}/v1/my/templates/1`, { headers: { authorization } })
  const count = 20_000
  const each: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    for (let i = 0; i < count; i++) await service.fetch(request)
    const { user, system } = process.cpuUsage(before)
    each.push((user + system) / count)
  }
  console.log(`in process, GET one through fetch: ${median(each).toFixed(1)} µs of CPU (reach 50 µs)`)
  if (median(each) > 50) process.exitCode = 1
  await service.close()
}

const [mock, bare] = await Promise.all([start("mock"), start("bare")])
for (const request of cases) await compare(mock, bare, request)
for (const { child, pool } of [mock, bare]) {
  await pool.close()
  child.send("end")
}
await inProcess()
