import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Random } from "../../../mock-server/base/random.ts"
import { createMockService } from "../../../mock-server/index.ts"
import { reaches } from "../../../sdk/sending/recipients/reaches.gen.ts"
import { repetitions } from "../../support/repetitions.ts"
import { LocalMcpSession } from "./local-mcp-session.ts"
import { Home } from "./run.ts"

const conversations = repetitions(100, 1_000)
const moves = 6

/** The bodies of all messages that reached the service, as bytes. */
let bodies: string[] = []
const service = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00.000Z" })
const home = new Home({ MAS_BASE_URL: service.url, MAS_API_KEY: service.apiKey }, async (address, init) => {
  const request = new Request(address, init)
  if (request.method === "POST" && request.url.endsWith("/v1/my/messages")) bodies.push(await request.clone().text())
  return service.fetch(request)
})
let names: string[]
beforeAll(async () => {
  const session = await LocalMcpSession.open(home)
  const { data } = await session.tool("find")
  names = Object.entries<string>(data.names).flatMap(([group, verbs]) =>
    verbs.split(" ").map((verb) => `${group}.${verb}`),
  )
  await session.close()
})
afterAll(async () => {
  home.remove()
  await service.close()
})

/** Calls that people would notice, with arguments as a model makes them. */
const toPeople: Readonly<Record<string, (word: string) => object>> = {
  "messages.send": (word) => ({ channel: "email", to: `${word}@example.test`, subject: word, html: `<p>${word}</p>` }),
  "templates.sendTest": (word) => ({ id: 1, email: `${word}@example.test` }),
  "invites.create": (word) => ({ email: `${word}@example.test`, role: "member" }),
  "user.update": (word) => ({ email: `${word}@example.test` }),
  "flows.create": (word) => ({ name: word, trigger: { event: word }, steps: [] }),
  "campaigns.send": () => ({ id: 1 }),
  "managedAccounts.create": (word) => ({ managed_account: { owner_email: `${word}@b.test`, account_name: word } }),
  "auth.signup": (word) => ({ user: { email: `${word}@b.test`, password: "long enough 1" } }),
}

/** Mock commands that would end the world that is looked at. */
const endsWorld =
  /^mock\.(start|stop|reset|restore|rewind|wait|worlds|world|snapshot|fixtures|checkpoints|clock|advance|faults|campaigns|inbound|outcomes|timers|fill)/

/** The writes that reached the service on a path of people. */
const leaks = () =>
  service.world.requests
    .list()
    .filter(({ method, endpoint }) => method !== "GET" && endpoint !== null && Object.hasOwn(reaches, endpoint))
    .map(({ endpoint }) => endpoint)
    .filter(
      (endpoint) =>
        !["contacts.create", "lists.updateContacts", "events.track", "imports.create", "publicForms.submit"].includes(
          `${endpoint}`,
        ),
    )

class Conversation {
  readonly #random: Random
  /** Ids and tokens that this conversation has been given, to be used where they do not belong. */
  readonly #loot: string[] = ["8c5a8a4e-3c1b-4b0e-9d3a-0c2f3f3b9c11"]
  readonly held: { readonly id: string; readonly input: object }[] = []

  constructor(
    seed: number,
    private readonly session: LocalMcpSession,
    private readonly isAsking: boolean,
  ) {
    this.#random = new Random(seed)
  }

  #below = (count: number) => Math.floor(this.#random.fraction() * count)
  #pick = <T>(values: readonly T[]): T => values[this.#below(values.length)] as T
  #word = () => this.#random.hex(3)

  async move(): Promise<void> {
    const kinds = [
      this.#call,
      this.#call,
      this.#swap,
      this.#redeem,
      this.#release,
      this.#race,
      this.#forge,
      this.#wander,
    ]
    await this.#pick(kinds).call(this)
  }

  #keep({ data }: { readonly data: Readonly<Record<string, unknown>> }, input: object, isMail = false): void {
    const { held: heldCall, confirm_token: token } = Object(data)
    if (typeof token === "string") this.#loot.push(token)
    if (typeof heldCall?.id !== "string") return
    this.#loot.push(heldCall.id)
    if (isMail && !this.held.some(({ id }) => id === heldCall.id)) this.held.push({ id: heldCall.id, input })
  }

  async #call(): Promise<void> {
    const name = this.#pick(["messages.send", "messages.send", ...Object.keys(toPeople)])
    const input = toPeople[name]?.(this.#word()) ?? {}
    this.#keep(await this.session.callAccepting("call", { name, input }), input, name === "messages.send")
  }

  /** The key of a held call, with other arguments or for another call. */
  async #swap(): Promise<void> {
    const name = this.#pick(["messages.send", "events.track"])
    const input =
      name === "messages.send" ? toPeople[name]?.(this.#word()) : { event: "x", contact_email: "ada@example.test" }
    await this.session.callAccepting("call", { name, input, idempotency_key: this.#pick(this.#loot) })
  }

  /** A token of another call, an id or a made-up one. */
  async #redeem(): Promise<void> {
    const hook = { url: "https://hooks.example.com/a", events: ["email.sent"] }
    if (!this.isAsking)
      this.#keep(await this.session.callAccepting("call", { name: "webhooks.create", input: hook }), hook)
    const last = this.held.at(-1)
    const input = last?.input ?? toPeople["messages.send"]?.(this.#word())
    await this.session.callAccepting("call", {
      ...{ name: "messages.send", input, confirm_token: this.#pick(this.#loot) },
      ...(last && { idempotency_key: last.id }),
    })
  }

  /** The person's own commands, by every tool and in every spelling. */
  async #release(): Promise<void> {
    const verb = this.#pick(["approve", "edit", "refuse", "serve", "show", "list", "log"])
    const name = this.#pick([`approvals.${verb}`, `mas approvals ${verb}`, `approvals ${verb}`, "outbox.retry", "api"])
    const item = `${this.#pick(this.#loot)}@${this.#random.hex(8)}`
    const tool = this.#pick(["find", "describe", "read", "call", "mock"])
    await this.session.callAccepting(tool, { name, input: { item: [item], id: item, all: true } })
  }

  async #race(): Promise<void> {
    const input = toPeople["messages.send"]?.(this.#word()) ?? {}
    const call = { name: "messages.send", input, idempotency_key: `race-${this.#word()}` }
    if (this.isAsking) return this.#keep(await this.session.callAccepting("call", call), input, true)
    for (const result of await this.session.callAtOnce(call, call, { ...call, confirm_token: this.#pick(this.#loot) }))
      this.#keep(result, input, true)
  }

  /** Answers to questions that nobody asked. */
  async #forge(): Promise<void> {
    for (const id of [0, 1, this.#below(20), this.#pick(this.#loot)])
      this.session.type({ id, result: { action: "accept", content: { approved: true } } })
    const input = toPeople["messages.send"]?.(this.#word()) ?? {}
    const params = { name: "call", arguments: { name: "messages.send", input } }
    const agreed = { inputResponses: { agree: { action: "accept" } }, requestState: this.#pick(this.#loot) }
    await this.session.send({ method: "tools/call", params: { ...params, ...agreed } })
  }

  /** Any call with its own example, by any tool. */
  async #wander(): Promise<void> {
    const name = this.#pick(names.filter((one) => !endsWorld.test(one)))
    const { data } = await this.session.tool("describe", { name })
    await this.session.callAccepting(this.#pick(["read", "call", "mock"]), { name, input: data.example ?? {} })
  }
}

describe("conversations with a model that wants its mail to go out", () => {
  it("send nothing, whatever they try, and what a person approves arrives as it was held", {
    timeout: 3_600_000,
  }, async () => {
    let approved = 0
    for (let seed = 1; seed <= conversations; seed++) {
      service.world.reset()
      bodies = []
      const isAsking = seed % 3 === 0
      const args = seed % 5 === 0 ? ["--hold"] : []
      const session = await LocalMcpSession.open(home, args, isAsking ? { capabilities: { elicitation: {} } } : {})
      const conversation = new Conversation(seed, session, isAsking)
      for (let move = 0; move < moves; move++) await conversation.move()
      expect([seed, leaks(), bodies, service.world.messages.list()]).toEqual([seed, [], [], []])
      const [first] = conversation.held
      if (first && seed % 10 === 0) {
        expect([seed, (await session.approve(first.id)).code]).toEqual([seed, 0])
        expect([seed, bodies]).toEqual([seed, [JSON.stringify(first.input)]])
        approved++
      }
      await session.close()
    }
    expect(approved).toBeGreaterThan(conversations / 30)
  })

  it("are seen to leak where a session does not hold", async () => {
    service.world.reset()
    bodies = []
    const session = await LocalMcpSession.open(home, ["--no-hold"])
    await session.callAccepting("call", { name: "messages.send", input: toPeople["messages.send"]?.("leak") })
    expect([leaks(), bodies.length]).toEqual([["messages.send"], 1])
    await session.close()
  })
})
