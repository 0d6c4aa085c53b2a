import { describe, expect, it } from "vitest"
import { profileRules } from "../../mock-server/world/fault-profiles.ts"
import type { FaultRule } from "../../mock-server/world/fault-rules.ts"
import { verifyWebhook } from "../../sdk/webhooks/index.ts"
import { promptHost } from "../support/fake-host.ts"
import { readProjectFile } from "../support/files.ts"
import { mock } from "../support/mock.ts"
import { mockWithEndpoint } from "../support/webhook-stub.ts"

/** A fault as the table of the documentation describes it. */
function labelOf(rule: FaultRule): string {
  if (rule.on === "delivery") {
    if (rule.drop) return `dropped ${rule.drop}`
    if (rule.duplicate) return `duplicate of ${rule.duplicate}`
    if (rule.reorder) return "overtaken"
    return rule.delay_ms ? `delayed by ${rule.delay_ms / 1_000} s` : `signature ${rule.signature}`
  }
  if (rule.drop) return `cut ${rule.drop}`
  if (rule.cut_at) return `cut after ${rule.cut_at} bytes`
  if (rule.status === null) return `waits ${rule.latency_ms} ms`
  return rule.body === undefined ? `${rule.status}, \`Retry-After: ${rule.retry_after}\`` : `${rule.status} with HTML`
}

const percent = ({ probability }: FaultRule) => `${Math.round(probability * 10_000) / 100} %`

const messages = 30

describe("the profiles of faults", () => {
  it("match the tables of the documentation", () => {
    const cells = readProjectFile("docs/mock-server.md")
      .split("### Profiles of faults")[1]
      ?.split("## Seeing")[0]
      ?.split("\n")
      .filter((line) => /^\| (?!request|delivery|---)/.test(line))
      .map((line) => line.split("|").map((cell) => cell.trim()))
    const columnOf = (column: number) =>
      (cells ?? []).filter((row) => row[column] !== "").map((row) => [row[1], row[column]])
    const rules = (name: "production" | "storm") => profileRules(name).map((rule) => [labelOf(rule), percent(rule)])
    expect(columnOf(2).sort()).toEqual(rules("production").sort())
    expect(columnOf(3).sort()).toEqual(rules("storm").sort())
    expect(profileRules("calm")).toEqual([])
  })

  it("replace one another, and let explicit faults take precedence", async () => {
    const { call, control } = mock()
    control.faults.profile("storm")
    control.faults.add({ path: "/v1/my/lists", status: 418 })
    expect(control.faults.list()[0]).toMatchObject({ status: 418 })
    const { status, body } = await call("PUT", "/_mock/faults/profile", { key: null, body: { name: "production" } })
    expect(status).toBe(200)
    expect(body).toHaveLength(1 + profileRules("production").length)
    expect(new Set(body.slice(1).map(({ profile }: { profile: string }) => profile))).toEqual(new Set(["production"]))
    expect((await call("GET", "/v1/my/lists")).status).toBe(418)
    expect(control.faults.profile("calm")).toHaveLength(1)
  })

  it.each([{}, { name: "hurricane" }, { name: "storm", seed: -1 }])("are refused as %j", async (body) => {
    expect((await mock().call("PUT", "/_mock/faults/profile", { key: null, body })).status).toBe(422)
  })

  /** Sends messages through a storm like a careful client, to a verifying receiver; returns the results. */
  async function through(seed: number) {
    let secret = ""
    const acceptedIds = new Set<string>()
    const m = mockWithEndpoint(({ headers, body, at }) => {
      try {
        verifyWebhook(body, headers, secret, { now: new Date(at) })
      } catch {
        return 400
      }
      acceptedIds.add(headers["webhook-id"] ?? "")
      return 200
    })
    secret = (await m.addWebhook(["email.delivered"])).secret
    m.control.faults.profile({ name: "storm", seed })
    let tries = 0
    for (let n = 0; n < messages; n++) {
      const body = { channel: "email", to: `n${n}@example.test`, subject: "x", html: "x" }
      for (let isOver = false; !isOver; ) {
        tries++
        const response = await m
          .call("POST", "/v1/my/messages", { body, headers: { "Idempotency-Key": `n${n}` } })
          .catch(() => undefined)
        isOver = response?.status === 200 || response?.status === 201
      }
    }
    await m.control.advance("5d")
    return { ...m, secret, acceptedIds, tries }
  }

  it("lose and duplicate no message of a client that retries, and no event of a receiver that verifies", {
    tags: "slow",
  }, async () => {
    const { control, tries, acceptedIds, sent } = await through(7)
    expect(control.messages.list()).toHaveLength(messages)
    expect(acceptedIds.size).toBe(messages)
    expect([tries > messages, sent.length > messages]).toEqual([true, true])
    expect(control.deliveries.list().some(({ injected }) => injected?.signature !== undefined)).toBe(true)
  })

  it("are the same for the same seed, and do not change the world's ids", { tags: "slow" }, async () => {
    const runs = await Promise.all([through(7), through(7), through(8)])
    const [first, again, other] = runs.map(({ control }) =>
      control.deliveries.list().map(({ injected }) => injected ?? null),
    )
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    const secrets = runs.map(({ secret }) => secret)
    const ids = runs.map(({ control }) => control.messages.list().map(({ provider_id }) => provider_id))
    expect(new Set(secrets).size).toBe(1)
    expect(ids[2]).toEqual(ids[0])
    const events = runs.map(({ sent }) => new Set(sent.map(({ headers }) => headers["webhook-id"])))
    expect([...(events[2] ?? [])].sort()).toEqual([...(events[0] ?? [])].sort())
  })

  it("continue from their random state after a snapshot", async () => {
    const { control, call } = mock({ hostClock: promptHost })
    control.faults.profile({ name: "storm", seed: 3 })
    const statuses = async () => {
      const outcomes: unknown[] = []
      for (let turn = 0; turn < 40; turn++) {
        outcomes.push(
          await call("GET", "/v1/my/segments").then(
            (response) => response.status,
            () => "cut",
          ),
        )
      }
      return outcomes
    }
    await statuses()
    const snapshot = JSON.stringify(control.state.snapshot())
    const next = await statuses()
    control.state.restore(JSON.parse(snapshot))
    expect(await statuses()).toEqual(next)
    expect(new Set(next).size).toBeGreaterThan(2)
  })
})
