import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"

// Requests and responses on the wire, once reviewed: each file of `exchanges/` is a script, with results in `golden/`.
// A line is a method, a path, headers as name:value, and a body. `as jwt {"user_id":3}` continues with a credential
// minted for these values, `as nobody` with none, `as key` with the first one. `keep x path.to.it` saves the value at
// that path of the last response, or of a form field with that name, for `{x}` in later lines.
const folder = join(import.meta.dirname, "exchanges")

/** Every header but those that depend on the time or on a file's bytes. */
const shownHeaders = (headers: Headers) =>
  [...headers]
    .filter(([name]) => !/^(date|etag|content-length|content-type|vary|x-mas-mock)$/.test(name))
    .map(([name, value]) => `\n${name}: ${value}`)
    .join("")

/** JSON with short arrays and objects on one line. */
function formatted(value: unknown): string {
  const short = (text: string) =>
    text.replaceAll(/[[{]\n(?:[^\n]*[^[{\n]\n)*? *[\]}]/g, (part) => {
      const line = part.replaceAll(/\n */g, " ")
      return line.length <= 140 ? line : part
    })
  return short(short(JSON.stringify(value, null, 1)))
}

/** Masks values specific to this run or this Node.js. */
const masked = (text: string) =>
  text.replaceAll(/("duration_ms": )[\d.]+/g, "$1any").replaceAll(/(is not valid JSON: )[^"]*/g, "$1any")

/** The printed form of a response, and its JSON or text. */
async function read(response: Response): Promise<{ text: string; body: unknown }> {
  const sent = await response.text()
  const type = response.headers.get("content-type") ?? ""
  const body = type.startsWith("application/json") && sent !== "" ? JSON.parse(sent) : sent
  const bodyText = typeof body === "string" ? body : formatted(body)
  return { text: masked(`${response.status} ${type}${shownHeaders(response.headers)}\n${bodyText}`), body }
}

function requestOf(line: string, credential: HeadersInit): readonly [path: string, init: RequestInit] {
  const [, method = "", path = "", headerText = "", body] = /^(\w+) (\S+)((?: [\w-]+:\S+)*)(?: (.*))?$/.exec(line) ?? []
  const headers = new Headers(credential)
  if (body !== undefined) headers.set("content-type", "application/json")
  for (const [, name = "", value = ""] of headerText.matchAll(/([\w-]+):(\S+)/g))
    headers.set(name, decodeURIComponent(value))
  return [path, { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) }]
}

/** The value of a response at a path, or of its form field. */
function valueAt(body: unknown, name: string): string {
  if (typeof body === "string") return new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? ""
  return String(name.split(".").reduce<unknown>((inner, key) => Object(inner)[key], body))
}

async function play(script: string): Promise<string> {
  const service = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00.000Z" })
  const ask = ([path, init]: readonly [string, RequestInit]) => service.fetch(new URL(path, service.url), init)
  const texts: string[] = []
  const savedValues = new Map<string, string>()
  let credential: HeadersInit = { authorization: `Bearer ${service.apiKey}` }
  let last: unknown
  for (const typed of script.trim().split("\n")) {
    const line = typed.replaceAll(/\{(\w+)\}/g, (placeholder, name) => savedValues.get(name) ?? placeholder)
    const [, word, what = "", more = "{}"] = /^(\S+) (\S+)(?: (.*))?$/.exec(line) ?? []
    let output = ""
    if (word === "keep") savedValues.set(what, valueAt(last, more))
    else if (word === "as") credential = await credentialOf(what, more)
    else {
      const { text, body } = await read(await ask(requestOf(line, credential)))
      last = body
      output = `\n${text}\n`
    }
    texts.push(`> ${typed}${output}`)
  }
  await service.close()
  return `${texts.join("\n")}\n`

  async function credentialOf(kind: string, details: string): Promise<HeadersInit> {
    if (kind === "nobody") return {}
    if (kind === "key") return { authorization: `Bearer ${service.apiKey}` }
    const minted = await service.world.credentials.mint({ kind, ...JSON.parse(details) })
    return minted.cookie === null ? { authorization: `Bearer ${minted.token}` } : { cookie: minted.cookie }
  }
}

describe("requests and responses on the wire", () => {
  it.each(readdirSync(folder))("are unchanged: %s", async (file) => {
    await expect(await play(readFileSync(join(folder, file), "utf8"))).toMatchFileSnapshot(`golden/${file}`)
  })
})
