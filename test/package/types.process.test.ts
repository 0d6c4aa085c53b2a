import { afterAll, describe, expect, it } from "vitest"
import { besideMsw, compile, consumer, frameworks, typedProject } from "../support/compile.ts"
import { readProjectFile } from "../support/files.ts"
import { packProject } from "../support/package.ts"

const project = typedProject(frameworks)
/** A project without type packages, not even Node's. */
const untyped = packProject(["undici", "zod"])
afterAll(() => {
  project.remove()
  untyped.remove()
})

const typescript = "typescript-7"
// The documents promise that their programs are valid TypeScript.
const examples = [
  "README.md",
  "docs/getting-started.md",
  "docs/client.md",
  "docs/webhooks.md",
  "docs/testing.md",
].flatMap((path) => [...readProjectFile(path).matchAll(/```[jt]s\n(.*?)```/gs)].map(([, code]) => code ?? ""))

describe("a strict program", () => {
  it("compiles with NodeNext resolution, as an ES module and as CommonJS", () => {
    expect(compile(project, typescript, "NodeNext", { "consumer.mts": consumer, "consumer.cts": consumer })).toBe("")
  })

  it("compiles with Bundler resolution, with MSW and the programs of the documents", () => {
    const programs = Object.fromEntries(examples.map((code, index) => [`shown-${index + 1}.mts`, code]))
    expect(examples.length).toBeGreaterThan(9)
    expect(compile(project, typescript, "Bundler", { "consumer.ts": consumer, "msw.ts": besideMsw, ...programs })).toBe(
      "",
    )
  })

  it("compiles without type packages, unless it uses the mock server", () => {
    const code = `import { Mas, nodeHttpTransport } from "mas-sdk"
      import { contract } from "mas-sdk/contract"
      import { responseValidator } from "mas-sdk/validation"
      import { createWebhookHandler, nodeWebhookHandler } from "mas-sdk/webhooks"
      const validateResponses = responseValidator("warn")
      export const mas = new Mas({ baseUrl: contract.account.get.path, transport: nodeHttpTransport(), validateResponses })
      export { createWebhookHandler, nodeWebhookHandler }`
    expect(compile(untyped, typescript, "Web", { "web.mts": code, "web.cts": code })).toBe("")
  })
})

/** Code before and after each framework's line in docs/webhooks.md, which checks it against the framework's types. */
const around: Readonly<Record<string, readonly [before: string, after?: string]>> = {
  Express: ['import express from "express"\nconst app = express()'],
  Fastify: ['import fastify from "fastify"\nconst app = fastify()'],
  Koa: [
    'import Koa from "koa"\nconst app = new Koa()\nconst router = { all: (_path: string, made: Koa.Middleware) => app.use(made) }',
  ],
  Hono: [
    'import { Hono } from "hono"\nconst app = new Hono()\nconst handler = createWebhookHandler({ secret, onEvent: (event) => queue.add(event) })',
  ],
  "Next.js, app router": [""],
  "Next.js, pages router": [""],
  "Workers, Deno, Bun": [""],
  "AWS Lambda": [
    'import type * as aws from "aws-lambda"',
    `export const made: [aws.APIGatewayProxyHandler, aws.APIGatewayProxyHandlerV2, aws.ALBHandler, aws.LambdaFunctionURLHandler] =
      [handler, handler, handler, handler]
    export const behind = (event: aws.APIGatewayProxyEvent | aws.APIGatewayProxyEventV2 | aws.ALBEvent) => handler(event)`,
  ],
  // The relevant part of its types; test/receivers installs the package and compiles with it.
  "Azure Functions": [
    `interface AzureRequest { method: string; headers: Headers; body: ReadableStream<Uint8Array> | null; bodyUsed: boolean; text(): Promise<string> }
    interface AzureAnswer { status?: number; headers?: Record<string, string>; body?: string | null }
    interface AzureRoute { methods: "POST"[]; authLevel: "anonymous"; handler(request: AzureRequest): AzureAnswer | Promise<AzureAnswer> }
    declare const app: { http(name: string, route: AzureRoute): void }`,
  ],
}

const framework = `import { createWebhookHandler, nodeWebhookHandler, type WebhookEvent } from "mas-sdk/webhooks"
import { azureWebhookHandler, fastifyWebhooks, koaWebhookHandler, lambdaWebhookHandler } from "mas-sdk/webhooks/adapters"
import { postgresStore } from "mas-sdk/stores"
import type { Pool, PoolClient } from "pg"
declare const secret: string
declare const queue: { add(event: WebhookEvent): Promise<void> }
declare function record(event: WebhookEvent, tx: PoolClient): Promise<void>
declare const pool: Pool
const store = postgresStore(pool)
export { azureWebhookHandler, createWebhookHandler, store, fastifyWebhooks, koaWebhookHandler, lambdaWebhookHandler, nodeWebhookHandler, queue, record, secret }
`
const inPlace = "secret, store, onEvent: (event, { tx }) => record(event, tx)"
/** A line with an inline handler instead of the document's placeholder. */
const withHandler = (line: string) =>
  line
    .replace("(options)", `({ ${inPlace} })`)
    .replace("...options", inPlace)
    .replace(/\bonEvent \}/, "onEvent: (event) => queue.add(event) }")

/** The lines in the table of docs/webhooks.md, by framework. */
const tabled = [...readProjectFile("docs/webhooks.md").matchAll(/^ *\| ([A-Z][^|]*) \| (.*) \|$/gm)].map(
  ([, name = "", cell = ""]) => {
    const lines = [...cell.matchAll(/`((?:app|router|export)\b[^`]+)`/g)].map(([, line = ""]) => line)
    return [name, lines.join("\n")] as const
  },
)

/** Frameworks by the beginning of a docstring's line. */
const beginnings: Readonly<Record<string, string>> = {
  "app.register(": "Fastify",
  "app.http(": "Azure Functions",
  "app.post(": "Express",
  "router.": "Koa",
  "export const POST": "Next.js, app router",
  "export const handler": "AWS Lambda",
}

const inDocstrings = ["handler", "node-handler", "adapters"].flatMap((file) =>
  [...readProjectFile(`sdk/webhooks/${file}.ts`).matchAll(/^ \* ```ts\n(.*?)^ \* ```$/gms)].map(([, block = ""]) => {
    const line = block.replaceAll(/^ \* /gm, "")
    const [, name = line] = Object.entries(beginnings).find(([beginning]) => line.startsWith(beginning)) ?? []
    return [name, line] as const
  }),
)

describe("the documented line for a framework", () => {
  const compiled = (change = (line: string) => line) => {
    const programs = [...tabled, ...inDocstrings].map(([name, line], index) => {
      const [before, after = ""] = around[name] ?? [`What is around the line for ${name}?`]
      return [`line-${index}.mts`, [framework, before, change(withHandler(line)), after, ""].join("\n")]
    })
    return compile(project, typescript, "NodeNext", Object.fromEntries(programs), { skipLibCheck: true })
  }

  it("compiles with an inline handler against the framework's types", () => {
    expect(tabled.map(([name]) => name)).toEqual(Object.keys(around))
    expect(inDocstrings.length).toBeGreaterThanOrEqual(5)
    expect(compiled()).toBe("")
  })

  it("does not compile if the handler reads a field that events lack", () => {
    const wrong = compiled((line) =>
      line.replace("(event) =>", "(event) => event.nothing &&").replace("(event,", "(event: number,"),
    )
    expect(wrong.match(/line-\d+\.mts\S+ error/g)?.length).toBeGreaterThanOrEqual(tabled.length)
  })
})
