import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { Readable } from "node:stream"
import { inspect } from "node:util"
import { readTypedLine } from "../../cli/line/typed-line.ts"
import { main } from "../../cli/main.ts"
import type { Io } from "../../cli/terminal/io.ts"
import { startMockServer } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"

// Usage: tsx planted-secrets.ts <secret>
// Sends a secret in a field, a query, a path and a custom map, and prints every place where it was visible, as JSON.
// Runs in a copy of the sources, whose contract has these fields.

const [, , secret = ""] = process.argv
const textsByChannel: Record<string, string> = {}
const see = (channel: string, ...what: unknown[]) => {
  const texts = what.map((one) => (typeof one === "string" ? one : inspect(one, { depth: 9, showHidden: true })))
  textsByChannel[channel] = [textsByChannel[channel] ?? "", ...texts].join("\n")
}

const mock = await startMockServer({
  port: 0,
  clock: "frozen",
  onRequest: (entry) => see("log", JSON.stringify(entry)),
})

/** Refuses every request and echoes it, as JSON or as a page. */
const parrot = createServer(async (request, response) => {
  const body = await new Response(Readable.toWeb(request) as ReadableStream).text()
  const requestText = `${decodeURIComponent(request.url ?? "")} ${request.url} ${body}`
  const isPage = request.headers["x-as"] === "page"
  const head = { "content-type": isPage ? "text/html" : "application/json", "x-back": requestText }
  const more = body === "" ? null : JSON.parse(body)
  const refusal = {
    code: 422,
    message: requestText,
    error: true,
    validation_errors: { recovery_phrase: [requestText] },
    more,
  }
  response.writeHead(422, head).end(isPage ? `<html>${requestText}` : JSON.stringify(refusal))
})
await new Promise<void>((resolve) => parrot.listen(0, "127.0.0.1", resolve))
const parrotUrl = `http://127.0.0.1:${(parrot.address() as AddressInfo).port}`

const data = { recovery_phrase: secret }
const requests = [
  ["PATCH /v1/my/user", { body: data }],
  ["GET /v1/my/contacts", { query: { unlock_code: secret } }],
  ["GET /v1/my/validation_operations/{id}", { params: { id: secret } }],
  ["POST /v1/my/events", { body: { contact_id: 1, event: "signed", data } }],
] as const

for (const [baseUrl, headers] of [
  [mock.url, {}],
  [parrotUrl, {}],
  [parrotUrl, { "X-As": "page" }],
] as const) {
  const note = (message: string, details?: object) => see("logger", message, JSON.stringify(details))
  const mas = new Mas({
    baseUrl,
    headers,
    apiKey: mock.apiKey,
    logger: { debug: note, info: note, warn: note },
    onRequest: (event) => see("hooks", JSON.stringify(event)),
    onResponse: (event) => see("hooks", JSON.stringify(event), event.error),
  })
  for (const [endpoint, input] of requests) {
    await mas.request(endpoint, input).catch((error: unknown) => {
      if (!(error instanceof Error)) throw error
      see("error text", String(error), error.stack)
      see("error as JSON", JSON.stringify(error))
      see("error inspected", error, { ...error })
    })
  }
  see("client inspected", mas)
  await mas.close()
}

async function run(baseUrl: string, argv: readonly string[], stdin = "") {
  const written = { out: "", err: "" }
  const sink = (name: "out" | "err") => ({
    isTTY: false,
    columns: 100,
    once() {},
    write(chunk: string | Uint8Array) {
      written[name] += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk)
      return true
    },
  })
  const io: Io = {
    stdin: Readable.from([Buffer.from(stdin)], { objectMode: false }),
    stdout: sink("out"),
    stderr: sink("err"),
    env: { MAS_CONFIG_DIR: tmpdir(), MAS_BASE_URL: baseUrl, MAS_API_KEY: mock.apiKey },
    platform: process.platform,
    home: tmpdir(),
    cwd: tmpdir(),
    now: Date.now,
    signal: new AbortController().signal,
    fetch: undefined,
  }
  await main(readTypedLine(argv), io)
  return written
}

const lines = [
  ["user", "update", "--recovery-phrase", secret],
  ["user", "update", "--recovery-phrase", "-"],
  ["user", "update", "--input", JSON.stringify(data)],
  ["contacts", "list", "--unlock-code", secret],
  ["validations", "get", secret],
  ["api", "PATCH", "/v1/my/user", "--input", JSON.stringify(data)],
]
for (const baseUrl of [mock.url, parrotUrl]) {
  for (const line of lines) {
    see("--debug", (await run(baseUrl, [...line, "--debug"], `${secret}\n`)).err)
    see("errors of the command line", (await run(baseUrl, [...line, "-o", "json"], `${secret}\n`)).err)
    see("errors of the command line", (await run(baseUrl, [...line, "-o", "table"], `${secret}\n`)).err)
    see("--dry-run", ...Object.values(await run(baseUrl, [...line, "--dry-run"], `${secret}\n`)))
  }
}

see("journal", JSON.stringify(mock.world.requests.list()))
for (const page of [
  "/_mock/",
  "/_mock/requests",
  "/_mock/clock",
  "/_mock/faults",
  "/_mock/deliveries",
  "/_mock/outbox",
]) {
  see("dashboard", await (await fetch(mock.url + page)).text())
}
await mock.close()
parrot.close()
process.stdout.write(JSON.stringify(textsByChannel))
