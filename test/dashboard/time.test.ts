import { expect, it } from "vitest"
import { hostClock } from "../../mock-server/base/host.ts"
import { tableOf } from "../support/dashboard-data.ts"
import { describeView } from "../support/module-page.ts"
import { post } from "../support/post.ts"
import { addEndpoints, optionsOfStories } from "./stories/story.ts"

const machineClock = { ...hostClock, ...optionsOfStories().hostClock, now: () => Date.parse("2026-03-01T12:00:00Z") }

describeView(
  "the clock",
  (view) => {
    const now = () => view.page.text("header .now").slice(0, 19)
    const speed = () => view.page.texts("[aria-pressed=true]")

    it("is advanced by steps, by a typed duration and to the next event, and says what ran", async () => {
      await view.page.open("time")
      expect(now()).toBe("2026-03-01 12:00:00")
      for (const [step, time] of [
        ["+1m", "2026-03-01 12:01:00"],
        ["+1h", "2026-03-01 13:01:00"],
        ["+1d", "2026-03-02 13:01:00"],
        ["+3d", "2026-03-05 13:01:00"],
      ] as const) {
        await view.page.press(step)
        expect([now(), view.page.text(".said")]).toEqual([time, `It is ${time} UTC now: nothing was due.`])
      }
      await view.page.type("Advance by", "36h")
      await view.page.press("Advance")
      expect(now()).toBe("2026-03-07 01:01:00")
      await view.page.type("Advance by", "soon")
      await view.page.press("Advance")
      expect([now(), view.page.text(".problem")]).toEqual([
        "2026-03-07 01:01:00",
        expect.stringContaining("must be milliseconds, or text such as 30s"),
      ])
      const { due_at = "" } = view.service.world.timers.list()[0] ?? {}
      await view.page.press("Skip to next event")
      expect([now(), view.page.text(".said"), view.page.texts(".problem")]).toEqual([
        due_at.slice(0, 19).replace("T", " "),
        expect.stringMatching(/UTC now: .*invitations? expired/),
        [],
      ])
    })

    it("runs at its real rate or faster, and freezes, as the header shows", async () => {
      await view.page.open("time")
      expect([speed(), view.page.text(".now .long")]).toEqual([["Frozen"], "frozen"])
      await view.page.press("3,600×")
      expect(view.service.world.clock.get()).toMatchObject({ mode: "scaled", rate: 3_600 })
      expect([speed(), view.page.text(".now .long")]).toEqual([["3,600×"], "3600×"])
      await view.page.press("Real time")
      expect([view.service.world.clock.get().mode, speed(), view.page.text(".now .short")]).toEqual([
        "real",
        ["Real time"],
        "real",
      ])
      await view.page.press("Frozen")
      expect([view.service.world.clock.get().mode, speed()]).toEqual(["frozen", ["Frozen"]])
      expect(view.page.all(".now").map(({ title }) => title)).toEqual(["The mock server's clock: 2 events are pending"])
    })

    it.each([
      ["an hour ahead", "2026-03-01T13:00:00Z", "real time, 1 h ahead", "+1 h"],
      ["two days behind", "2026-02-27T12:00:00Z", "real time, 2 d behind", "−2 d"],
    ])("that runs %s of the machine's says so", async (_, time, text, short) => {
      await view.page.open("time")
      await view.page.step("it is set", () => view.service.world.clock.set({ mode: "real", now: time }))
      expect(view.page.texts(".now .long, .now .short")).toEqual([text, short])
    })

    it("goes on by itself between two updates, unless it is frozen", async () => {
      await view.page.open("time")
      await view.page.pass(5_000)
      expect(now()).toBe("2026-03-01 12:00:00")
      await view.page.press("60×")
      const start = now()
      await view.page.pass(5_000)
      expect(Date.parse(now()) - Date.parse(start)).toBeGreaterThanOrEqual(4 * 60_000)
    })
  },
  { hostClock: machineClock },
)

describeView("the upcoming events", (view) => {
  const upcoming = () => view.page.texts("[aria-label='Upcoming events'] li .grow")
  const invite = () => post(view.service, "/v1/my/account/invites", { email: "ben@example.test", role: "member" })

  it("hide what the world began with until it is asked for", async () => {
    await view.page.open("time")
    expect(view.page.text(".empty h3")).toBe("No upcoming events")
    await view.page.tick("Show what the world began with (2)")
    expect(upcoming()).toHaveLength(2)
    await view.page.step("someone is invited", invite)
    expect([upcoming().length, view.page.text("small[role=status]")]).toEqual([3, "3 of 3"])
    await view.page.tick("Show what the world began with (2)")
    expect([upcoming(), view.page.text("small[role=status]")]).toEqual([
      ["ben@example.testInvitation expires · 03-08 12:00:00 UTC · in 7 d"],
      "1 of 1",
    ])
  })

  it("are filtered by kind, which stays chosen after its last event has run", async () => {
    await view.page.open("time")
    await invite()
    await view.send({ to: "delayed@simulator.test" })
    await view.page.settle()
    expect(view.page.texts("select[aria-label='Kind of event'] option")).toEqual([
      "Any event",
      "Invitation expires",
      "Message reaches its recipient",
    ])
    await view.page.type("Kind of event", "Message reaches its recipient")
    expect([upcoming(), view.page.text("small[role=status]")]).toEqual([
      [expect.stringContaining("Message reaches its recipient")],
      "1 of 2",
    ])
    expect(view.page.all("[aria-label='Upcoming events'] a").map((link) => link.getAttribute("href"))).toEqual([
      "#/messages/1",
    ])
    await view.page.step("two hours pass", () => view.service.world.advance("2h"))
    expect([upcoming(), view.page.texts(".page-body > .faint")]).toEqual([[], ["No such event is pending."]])
  })

  it("are run now, postponed and run twice", async () => {
    await view.page.open("time")
    await view.page.step("someone is invited", invite)
    await view.page.type("Postpone by: ben@example.test", "7d")
    await view.page.press("Postpone: ben@example.test")
    expect([view.page.text(".said"), upcoming()]).toEqual([
      "Postponed by 7d.",
      ["ben@example.testInvitation expires · 03-15 12:00:00 UTC · in 14 d"],
    ])
    await view.page.press("Run twice: ben@example.test")
    expect(view.page.text(".said")).toBe("It runs now, and again when it is due.")
    const [invited] = (await tableOf(view.service.world, "invites")).rows
    expect(invited?.status).toBe("expired")
    await view.page.press("Run now: ben@example.test")
    expect([view.page.text(".said"), upcoming()]).toEqual(["It runs now.", []])
  })

  it("name by its message each webhook that is due, and so does the history of what was done with it", async () => {
    await addEndpoints(view.service, { 500: ["email.sent"] })
    for (let count = 0; count < 2; count++) await view.send()
    await view.service.world.advance(0)
    await view.page.open("time")
    const [first = "", second = ""] = [1, 2].map((id) => `email.sent of message ${id} to http://127.0.0.1:9/500`)
    expect(upcoming()).toEqual([
      `${first}Webhook is sent · 03-01 12:01:00 UTC · in 1 min`,
      `${second}Webhook is sent · 03-01 12:01:00 UTC · in 1 min`,
    ])
    expect(view.page.all("[aria-label='Upcoming events'] a").map((link) => link.getAttribute("href"))).toEqual([
      "#/webhooks/1",
      "#/webhooks/2",
    ])
    await view.page.press(`Run now: ${second}`)
    await view.page.press(`Postpone: ${first}`)
    await view.page.open("time?show=history")
    const texts = view.page.texts(".history .grow")
    expect(texts).toContain(`Run now: Webhook is sent, ${second}`)
    expect(texts).toContain(`Postponed by 1 h: Webhook is sent, ${first}`)
  })
})

describeView("the history", (view) => {
  const entries = () =>
    view.page
      .all(".history li")
      .map((entry) => [
        entry.querySelector("time")?.textContent,
        entry.querySelector(".grow")?.textContent,
        entry.querySelector(".badge")?.textContent,
        entry.querySelector("a")?.getAttribute("href"),
      ])

  it("tells what happened, newest first, and explains what failed", async () => {
    await view.send({ to: "bounced@simulator.test" })
    await view.service.world.advance("1h")
    await view.page.open("time?show=history")
    expect(entries()).toEqual([
      ["03-01 13:00:00", "Clock advanced by 1 h", undefined, undefined],
      [
        "03-01 12:00:00",
        "Message 1 to bounced@simulator.test: hard bounce, the address is suppressed",
        "✕sent · hard bounce",
        "#/messages/1",
      ],
      ["03-01 12:00:00", "Message 1 to bounced@simulator.test: sent", undefined, "#/messages/1"],
      ["03-01 12:00:00", "Request 1: messages.send, 201", undefined, "#/requests/1"],
    ])
    expect([view.page.text(".bar .total"), view.page.text(".page-body > .faint")]).toEqual([
      "4 entries",
      "This world began here.",
    ])
    await view.page.expand(".history .explain")
    expect(view.page.text(".history .explanation")).toMatch(/^Hard bounce .*Rule 24\.1: .*Request 1Copy as a test/)
    await view.page.press("Request 1: messages.send, 201")
    expect(view.page.address).toBe("#/requests/1")
  })

  it("links to a delivery and to an endpoint", async () => {
    await addEndpoints(view.service, { 500: ["email.sent"] })
    await view.send()
    await view.service.world.advance("4d")
    await view.send()
    await view.service.world.advance(0)
    await view.page.open("time?show=history&q=endpoint")
    expect(entries()[0]).toEqual([
      "03-05 12:00:00",
      "Endpoint 1 disabled: every delivery has failed for three days",
      "✕failed",
      "#/webhooks?endpoint=1",
    ])
    expect(entries()[1]).toEqual([
      "03-05 12:00:00",
      "Webhook email.sent of message 2 to http://127.0.0.1:9/500, attempt 1: 500. It waits until its endpoint is turned on",
      "✕failed",
      "#/webhooks/2",
    ])
  })

  it("is searched, and shown a hundred entries at a time", async () => {
    for (let count = 0; count < 34; count++) await view.send()
    await view.page.open("time?show=history")
    expect([entries().length, view.page.text(".bar .total")]).toEqual([100, "100 of 102 entries"])
    await view.page.press("Show 2 more")
    expect(view.page.texts(".page-body > button")).toEqual([])
    expect([entries().length, view.page.text(".bar .total"), view.page.address]).toEqual([
      102,
      "102 entries",
      "#/time?show=history&limit=200",
    ])
    await view.page.type("Search what happened", "request 34")
    expect([entries().map(([, what]) => what), view.page.text(".bar .total")]).toEqual([
      ["Request 34: messages.send, 201", "Request 12: messages.send, 201"],
      "2 entries",
    ])
    await view.page.type("Search what happened", "nothing like it")
    expect(view.page.text(".empty")).toBe("No entry matches this search.")
    await view.page.open("time")
    expect(view.page.texts(".tabs [aria-current]")).toEqual(["Upcoming events"])
  })

  it("tells the year of another year's dates", async () => {
    await view.send()
    await view.service.world.advance("1d")
    await view.page.open("time?show=history")
    expect(entries().at(-1)?.[0]).toBe("03-01 12:00:00")
    await view.page.step("a year passes", () => view.service.world.advance("365d"))
    expect(entries().at(-1)?.[0]).toBe("2026-03-01 12:00:00")
  })
})
