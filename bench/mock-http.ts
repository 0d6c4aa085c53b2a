import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { createMockService } from "mas-sdk/mock-server"
import { Pool } from "undici"

/** CPU per request of the mock server over that of a bare node:http server which returns the same bytes, side by side. */

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
  { name: "GET one", reach: 1.8, method: "GET", path: "/v1/my/templates/1" },
  { name: "GET a page of 30", reach: 1.9, method: "GET", path: "/v1/my/contacts?page=30" },
  {
    name: "POST with validation",
    reach: 2.1,
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
  const [url] = await once(child, "message")
  return { child, url, pool: new Pool(url, { connections: parallel, pipelining: 1 }) }
}

let sent = 0

async function drive({ pool }: Server, { method, path, body }: Case, count: number): Promise<void> {
  let left = count
  async function lane() {
    while (left-- > 0) {
      const response = await pool.request({ method, path, headers: json, body: body?.(++sent) ?? null })
      await response.body.dump()
      if (response.statusCode >= 300) throw new Error(`${method} ${path} answered ${response.statusCode}`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, lane))
}

/** Microseconds of CPU a request. */
async function cost(server: Server, request: Case): Promise<number> {
  const before = Number(await ask(server.child, "cpu"))
  await drive(server, request, perRound)
  return (Number(await ask(server.child, "cpu")) - before) / perRound
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? 0

async function compare(mock: Server, bare: Server, request: Case): Promise<void> {
  const sample = await mock.pool.request({
    method: request.method,
    path: request.path,
    headers: json,
    body: request.body?.(++sent) ?? null,
  })
  // Node adds these by itself to both.
  const { date, connection, "keep-alive": keepAlive, ...headers } = sample.headers
  await ask(bare.child, { status: sample.statusCode, headers, body: await sample.body.text() })
  for (const server of [mock, bare]) await drive(server, request, 2 * perRound)
  const costs = { mock: [] as number[], bare: [] as number[], ratio: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 === 0 ? [mock, bare] : [bare, mock]
    const pair = new Map([[first, await cost(first, request)]])
    pair.set(second, await cost(second, request))
    const [ours = 0, theirs = 1] = [pair.get(mock), pair.get(bare)]
    costs.mock.push(ours)
    costs.bare.push(theirs)
    costs.ratio.push(ours / theirs)
  }
  const ratio = median(costs.ratio)
  console.log(
    `${request.name}: ${ratio.toFixed(2)}x (reach ${request.reach}x): ${median(costs.mock).toFixed(1)} µs over ${median(costs.bare).toFixed(1)} µs of CPU`,
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
