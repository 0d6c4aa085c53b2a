import { randomBytes, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { jsonFromText } from "../../../sdk/contract/core/parse-text.ts"
import type { HeldItem } from "../../../sdk/outbox/index.ts"
import type { Context } from "../../connection/context.ts"
import { isOn, numberOf } from "../../line/flag-values.ts"
import { parseJsonObject } from "../../line/input/files.ts"
import { reasonOf } from "../../terminal/errors/cli-error.ts"
import { aborted } from "../../terminal/io.ts"
import { fieldOf } from "../../terminal/output/fields.ts"
import { listenRefusal } from "../mock/start.ts"
import { openInBrowser } from "../open/browser.ts"
import { withApprovals } from "../outbox/with-outbox.ts"
import { approveItem, type SeenItem } from "./approve-item.ts"
import { editItem } from "./edit-item.ts"
import { type OpenApprovals, personAt, requirePerson } from "./open-approvals.ts"
import { approvalsPage, mailPolicy } from "./page.ts"
import { factsOf, reviewItems } from "./review.ts"

/** Calls on the page at a time, and at most approved by one gesture. */
const pageSize = 8
const decisions = ["/approve", "/refuse", "/edit"]

/** An item as the page sends it. An edit has the texts of its form, and JSON of the fields that are no texts. */
interface PostedItem extends SeenItem {
  readonly texts?: unknown
  readonly others?: unknown
}

interface Reply {
  readonly status?: number
  readonly type?: string
  readonly body: string
  readonly policy?: string
}

/** `mas approvals serve`: the page for approvals, on this machine, until Ctrl-C. */
export async function run(context: Context): Promise<void> {
  requirePerson(context)
  const { flags, io, output, globals } = context
  if (globals["dry-run"]) return context.note("Nothing was started: this is a dry run.")
  const page = new ApprovalsPage(context)
  const server = createServer((request, response) => void page.respond(request, response))
  const options = { port: numberOf(flags, "port") ?? 0, host: "127.0.0.1" }
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => void listenRefusal(error, options).then(reject))
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = page.at(port)
  if (globals.output === undefined || globals.output === "table") await output.text(`Approvals: ${url}`)
  else await output.record({ url })
  if (isOn(flags, "open") && !(await openInBrowser(url, io))) context.note("No browser could be opened here.")
  await aborted(io.signal)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

class ApprovalsPage {
  readonly #token = randomBytes(24).toString("base64url")
  #hosts: readonly string[] = []
  /** The mails on the page, by the secret in their addresses: a frame cannot send the token. */
  #mails = new Map<string, string>()

  constructor(private readonly context: Context) {}

  at(port: number): string {
    this.#hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
    return `http://127.0.0.1:${port}/#${this.#token}`
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {
      status = 200,
      type = "application/json",
      body,
      policy = "default-src 'none'",
    } = await this.#reply(request).catch(
      (error: unknown): Reply => ({ status: 500, body: JSON.stringify({ error: reasonOf(error) }) }),
    )
    response.writeHead(status, {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": policy,
      "cache-control": "no-store",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    })
    response.end(body)
  }

  async #reply(request: IncomingMessage): Promise<Reply> {
    const { method, url = "/", headers } = request
    // Another name for this machine would make another site's page the same origin.
    if (!this.#hosts.includes(headers.host ?? "")) return refusal(421, "this is another host's name")
    if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
      return refusal(403, "the request is from another origin")
    const mail = method === "GET" ? this.#mails.get(url) : undefined
    if (mail !== undefined) return { type: "text/html", body: mail, policy: mailPolicy }
    if (method === "GET" && url === "/") {
      const { html, policy } = approvalsPage(randomBytes(16).toString("base64url"))
      return { type: "text/html", body: html, policy }
    }
    if (!this.#isAuthorized(headers.authorization))
      return refusal(401, "the token is missing or wrong: open the address that was printed")
    if (method === "GET" && url === "/items") return { body: JSON.stringify(await this.#items()) }
    if (method !== "POST" || !decisions.includes(url)) return refusal(404, "there is nothing here")
    const requested = itemsIn(await textOf(request))
    if (requested === undefined) return refusal(400, `name 1 to ${pageSize} items, each by id and hash`)
    return { body: JSON.stringify({ results: await this.#decide(url, requested) }) }
  }

  #isAuthorized(header = ""): boolean {
    const [expected, received] = [Buffer.from(`Bearer ${this.#token}`), Buffer.from(header)]
    return expected.length === received.length && timingSafeEqual(expected, received)
  }

  async #items(): Promise<object> {
    return withApprovals(this.context, async ({ approvals }) => {
      const items = await approvals.list()
      // What did not go through comes last: it may never go, and must not hide what waits.
      const waiting = (["waits", "approved", "leaving"] as const).flatMap((each) =>
        items.filter(({ state }) => state === each),
      )
      const reviews = await reviewItems(this.context, approvals, waiting.slice(0, pageSize))
      this.#mails = new Map()
      const rows = reviews.map((review) => {
        const address = `/mail/${randomBytes(24).toString("base64url")}`
        if (review.html !== null) this.#mails.set(address, review.html)
        const lines = factsOf(review)
        return { ...review, lines, mail: review.html === null ? null : address }
      })
      return { items: rows, more: waiting.length - rows.length }
    })
  }

  async #decide(what: string, requested: readonly PostedItem[]): Promise<object[]> {
    const results: object[] = []
    for (const item of requested) {
      try {
        const { state, revision, hash } = await withApprovals(this.context, ({ approvals }) =>
          this.#decideOn(what, approvals, item),
        )
        results.push({ id: item.id, state, revision, hash })
      } catch (error) {
        results.push({ id: item.id, error: reasonOf(error) })
      }
    }
    return results
  }

  #decideOn(what: string, approvals: OpenApprovals, item: PostedItem): Promise<HeldItem> {
    const by = personAt("page")
    if (what === "/approve") return approveItem(this.context, approvals, item, by)
    if (what === "/refuse") return approvals.refuse(item.id, item.hash, by)
    return editItem(this.context, approvals, item, inputOf(item), by)
  }
}

/** The body that a form makes; undefined for a call without one. */
function inputOf({ texts, others }: PostedItem): object | undefined {
  if (typeof others !== "string") return undefined
  return { ...parseJsonObject(others, "the other fields"), ...Object(texts) }
}

const refusal = (status: number, error: string): Reply => ({ status, body: JSON.stringify({ error }) })

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > limits.bodyBytes) return ""
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function itemsIn(text: string): PostedItem[] | undefined {
  const items = fieldOf(jsonFromText(text), "items")
  if (!Array.isArray(items) || items.length === 0 || items.length > pageSize) return undefined
  const isPosted = (item: unknown): item is PostedItem =>
    typeof fieldOf(item, "id") === "string" && typeof fieldOf(item, "hash") === "string"
  return items.every(isPosted) ? items : undefined
}
