import { expect, it } from "vitest"
import { Random } from "../../mock-server/base/random.ts"
import { createMockService, type MockWorld } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { runPasted } from "../support/pasted-test.ts"
import { post } from "../support/post.ts"
import { endpoints, sample } from "../support/samples.ts"

const rounds = 15
const actsARound = 14

/** A random action, over HTTP or in code. */
async function act(world: MockWorld, random: Random): Promise<unknown> {
  const { fetch, apiKey } = world
  const pick = <T>(list: readonly T[]) => list[random.uint32() % list.length] as T
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  const message = { channel: "email", to: pick(["a@x.test", "bounced@simulator.test"]), subject: "s", body: "b" }
  const login = (password: string) =>
    fetch("/v1/login", {
      method: "POST",
      headers: { ...pick([{}, bearer(apiKey)]), "Content-Type": "application/json" },
      body: JSON.stringify({ user: { email: "admin@acme.test", password } }),
    })
  const anyRequest = () => {
    const [method, path, { body, form, headers }] = sample(pick(endpoints), { idempotencyKey: pick(["k1", "k2"]) })
    const credential = pick<Record<string, string>>([
      {},
      bearer("maskey_live_wrong"),
      bearer(world.credentials.mint({ kind: "jwt" }).token),
      ...Object.values(world.seeded().credentials).map(bearer),
      ...Array(6).fill(bearer(apiKey)),
    ])
    const type = body === undefined ? {} : { "Content-Type": "application/json" }
    const init = body === undefined ? { body: form ?? null } : { body: JSON.stringify(body) }
    return fetch(path, { method, headers: { ...headers, ...credential, ...type }, ...init })
  }
  const acts = [
    anyRequest,
    anyRequest,
    anyRequest,
    () =>
      post(world, "/v1/my/webhooks", {
        url: `http://127.0.0.1:9/${random.uint32()}`,
        events: ["email.sent", "email.bounced"],
      }),
    () => post(world, "/v1/my/messages", message),
    () => post(world, "/v1/my/messages", message),
    () =>
      post(world, "/v1/my/contacts", { email: "new@x.test" }, { "X-Brand-SID": pick(["brand_second", "of-nobody"]) }),
    () =>
      fetch("/v1/my/contacts", {
        method: "POST",
        headers: { ...bearer(apiKey), "Content-Type": "application/json" },
        body: pick(["{not", '"text"', "null", "[]"]),
      }),
    () => fetch("/v1/my/contacts", { method: "POST", headers: bearer(apiKey), body: "email=a" }),
    () => fetch(`/v1/my/contacts?page=${pick(["0", "1"])}&limit=1&bogus=1`, { headers: bearer(apiKey) }),
    () => login(pick(["mock-password", "wrong"])),
    () =>
      random.uint32() % 4 === 0 &&
      new Mas(world.clientOptions).imports.create({ file: new Blob(["email\nq@x.test\n"]), resource: "contacts" }),
    () => world.faults.add({ path: pick(["/v1/my/*", "/v1/my/lists"]), status: 503, latency_ms: 0, times: 1 }),
    () => world.faults.add({ path: "/v1/my/*", drop: pick(["before", "after"]), times: 1 }),
    () => world.faults.add({ path: "/v1/my/*", body: "<p>", times: 1 }),
    () => world.faults.add({ contains: "new@", status: 500, times: 1 }),
    () => world.faults.add({ on: "delivery", drop: pick(["before", "after"]), times: 1 }),
    () => world.faults.add({ on: "delivery", duplicate: 1, times: 1 }),
    () => world.faults.profile({ name: "production", seed: 1 }),
    () => world.messages.event(1, { type: "bounced", bounce: { type: "hard" } }),
    () =>
      world.fetch("/_mock/messages/1/events", {
        method: "POST",
        body: '{"type":"opened"}',
        headers: { "Content-Type": "application/json" },
      }),
    () => world.outcomes.add({ to: "*@x.test", outcome: "bounced", times: 1 }),
    () => world.contacts.fill({ count: 2 }),
    () => world.advance(pick([0, "1m", "1h", "3d"])),
    () => world.advance({ to: "next" }),
    () => world.checkpoints.save("c"),
    () => random.uint32() % 3 === 0 && world.checkpoints.rewind("c"),
    () => random.uint32() % 4 === 0 && world.requests.clear(),
    () => random.uint32() % 4 === 0 && world.clock.set({ mode: "frozen", now: "2026-03-01T11:00:00Z" }),
  ]
  // Refused and cut requests are included.
  return (async () => pick(acts)())().catch(() => {})
}

it("every test generated for any request passes as it is, or says why it is skipped", async () => {
  const random = new Random(5)
  let passed = 0
  let skipped = 0
  for (let round = 0; round < rounds; round++) {
    const messageLatency = round % 3 === 0 ? 60_000 : 0
    const service = createMockService({
      clock: "frozen",
      now: "2026-03-01T12:00:00Z",
      allowLocalWebhooks: true,
      seed: round,
      messageLatency,
      deliver: () => ({ status: [200, 500][random.uint32() % 2] ?? 200, duration: 1 }),
    })
    const world = round % 2 === 0 ? service.world : service.world.worlds.create({ seed: round })
    for (let count = 0; count < actsARound; count++) await act(world, random)
    for (const { id } of world.requests.list()) {
      const { test } = world.requests.code(id)
      try {
        if (await runPasted(test)) passed++
        else skipped++
      } catch (error) {
        throw new Error(`${round}/${id}\n${test}`, { cause: error })
      }
    }
    await service.close()
  }
  expect(passed).toBeGreaterThan(skipped)
})
