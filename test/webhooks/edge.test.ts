import { existsSync } from "node:fs"
import { join } from "node:path"
import { inspect } from "node:util"
import { runInNewContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { type BuildOptions, build } from "esbuild"
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { tracingChannel } from "../../sdk/base/tracing.ts"
import { asyncMark, callerContext } from "../../sdk/stores/async-context.ts"
import type * as Webhooks from "../../sdk/webhooks/index.ts"
import { root } from "../support/files.ts"
import { body, event, headersFor, id, now, refusal, secret } from "./support.ts"

// Bundles as for browsers or Workers, which fails if anything is imported that they lack. The portable build is used:
// `x.portable.ts` replaces `x.ts`.
const options = {
  absWorkingDir: root,
  entryPoints: ["sdk/webhooks/index.ts"],
  bundle: true,
  globalName: "webhooks",
  platform: "browser",
  write: false,
  plugins: [
    {
      name: "without Node",
      setup({ onResolve }) {
        onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
          const other = join(resolveDir, path.replace(/\.ts$/, ".portable.ts"))
          return existsSync(other) ? { path: other } : undefined
        })
      },
    },
  ],
} satisfies BuildOptions

async function bundle(format: "esm" | "iife", minify = true): Promise<string> {
  const result = await build({ ...options, format, minify })
  return result.outputFiles[0]?.text ?? ""
}

describe("mas-sdk/webhooks", () => {
  it("is at most 11.4 KB, minified and gzipped", async () => {
    expect(gzipSync(await bundle("esm"), { level: 9 }).length).toBeLessThanOrEqual(11.4 * 1024)
  })
})

// The globals of every edge runtime; no process, no Buffer, no require.
const globals = { crypto, TextEncoder, TextDecoder, atob, btoa, Request, Response, Headers, ReadableStream }
const edge = { ...globals, setTimeout, clearTimeout }

describe("with only WebCrypto", () => {
  let webhooks: typeof Webhooks
  beforeAll(async () => {
    webhooks = runInNewContext(`${await bundle("iife")};webhooks`, { ...edge })
  })

  it("verifyWebhookAsync verifies text, bytes and requests, and refuses forgeries", async () => {
    const verify = webhooks.verifyWebhookAsync
    const headers = headersFor(body)
    const request = new Request("http://localhost/", { method: "POST", body, headers })
    const expected = JSON.stringify({ ...event, id })
    expect(JSON.stringify(await verify(body, headers, secret, { now }))).toBe(expected)
    expect(JSON.stringify(await verify(Buffer.from(body), headers, secret, { now }))).toBe(expected)
    expect(JSON.stringify(await verify(request, secret, { now }))).toBe(expected)
    await expect(verify(`${body} `, headers, secret, { now })).rejects.toMatchObject({
      reason: "no_matching_signature",
    })
  })

  it("signWebhookAsync gives the same signatures", async () => {
    const signed = await webhooks.signWebhookAsync({ id, timestamp: now / 1000, body, secret })
    expect({ ...signed }).toEqual(headersFor(body))
  })

  it("createWebhookHandler accepts webhooks", async () => {
    const types: string[] = []
    const handler = webhooks.createWebhookHandler({ secret, now, onEvent: ({ type }) => types.push(type) })
    const send = (content: string) =>
      handler(new Request("http://localhost/", { method: "POST", body: content, headers: headersFor(body) }))
    expect((await send(body)).status).toBe(200)
    expect((await send(`${body} `)).status).toBe(400)
    expect(types).toEqual(["email.bounced"])
  })

  it("failures get 500 even without a process to warn", async () => {
    const onEvent = () => Promise.reject(new Error("no"))
    const handler = webhooks.createWebhookHandler({ secret, now, onEvent })
    const response = await handler(
      new Request("http://localhost/", { method: "POST", body, headers: headersFor(body) }),
    )
    expect(response.status).toBe(500)
  })

  it("the synchronous functions name the async ones", async () => {
    expect(() => webhooks.verifyWebhook(body, headersFor(body), secret, { now })).toThrow(/Async form/)
    expect(() => webhooks.signWebhook({ id, body, secret })).toThrow(/Async form/)
  })
})

describe("in the edge runtime of Next.js, where functions of process throw", () => {
  const refuse = () => {
    throw new Error("A Node.js API is used which is not supported in the Edge Runtime.")
  }
  const process = { env: {}, getBuiltinModule: refuse, emitWarning: refuse }

  it("createWebhookHandler accepts webhooks, and tells of failures on the console", async () => {
    const warned: string[] = []
    const console = { warn: (text: string) => warned.push(text) }
    const webhooks: typeof Webhooks = runInNewContext(`${await bundle("iife")};webhooks`, { ...edge, process, console })
    const respond = (onEvent: () => unknown) =>
      webhooks.createWebhookHandler({ secret, now, onEvent })(
        new Request("http://localhost/", { method: "POST", body, headers: headersFor(body) }),
      )
    expect((await respond(() => {})).status).toBe(200)
    expect(warned).toEqual([])
    const failed = await respond(() => Promise.reject(new Error("the database is away")))
    expect([failed.status, warned]).toEqual([500, [expect.stringContaining("the database is away")]])
    expect(() => webhooks.signWebhook({ id, body, secret })).toThrow(/Async form/)
  })

  it("nothing of the caller's context is remembered", () => {
    const spy = vi.spyOn(globalThis.process, "getBuiltinModule").mockImplementation(refuse)
    onTestFinished(() => spy.mockRestore())
    expect(callerContext()(() => "run")).toBe("run")
    expect(asyncMark().isInside()).toBe(true)
    expect(tracingChannel("request")).toBeUndefined()
  })
})

describe("the bundled errors", () => {
  it("have their own names when printed", async () => {
    const webhooks = runInNewContext(`${await bundle("iife", false)};webhooks`, { ...edge })
    const error = await webhooks.verifyWebhookAsync(body, {}, secret).catch((thrown: unknown) => thrown)
    expect(inspect(error)).toMatch(/^WebhookVerificationError: The webhook-id header is missing/)
  })
})

describe("without process.getBuiltinModule", () => {
  it("the synchronous functions name the async ones", async () => {
    const old = runInNewContext(`${await bundle("iife")};webhooks`, { ...edge, process: {} })
    expect(() => old.signWebhook({ id, body, secret })).toThrow(/Async form/)
    await expect(refusal(() => old.verifyWebhook(body, headersFor(body), secret, { now }))).rejects.toThrow(
      /Async form/,
    )
  })
})
