import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { startReceiver, status } from "../support/receiver.ts"
import { hindranceOf } from "./example-files.ts"
import { homeWithService, type RunOptions, sendMail } from "./own/run.ts"
import { runExample } from "./run-example.ts"

const sandbox = homeWithService()
beforeAll(() => void vi.stubEnv("TZ", "UTC"))
afterAll(async () => {
  vi.unstubAllEnvs()
  await sandbox.close()
})

/** Runs a command. Returns its output and exit code as they look on a screen. */
async function screenText(argv: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, out, err } = await sandbox.run(argv, options)
  const where = options.terminal ? "on a terminal" : "in a pipe"
  const visible = (text: string) => text.replaceAll("\x1b", "␛")
  return [
    `$ mas ${argv.join(" ")}   # ${where}, ends with ${code}\n`,
    visible(out),
    err && `[stderr]\n${visible(err)}`,
  ].join("")
}

const outputForms: readonly (readonly [flags: readonly string[], options: RunOptions])[] = [
  [[], { terminal: true, env: { TERM: "xterm" } }],
  [[], {}],
  [["--output", "table"], {}],
  [["--output", "json"], { terminal: true, env: { NO_COLOR: "1" } }],
  [["--output", "ndjson"], {}],
  [["--output", "csv"], {}],
  [["--quiet"], {}],
]

// The group whose verbs are listed is handwritten: a new endpoint changes no golden file.
describe("the output", () => {
  it.each([
    ["contacts-list", ["contacts", "list"]],
    ["contacts-list-columns", ["contacts", "list", "--columns", "id,email,channels.0.kind"]],
    ["lists-list", ["lists", "list"]],
    ["templates-get", ["templates", "get", "1"]],
    ["account-reach", ["account", "reach", "--audience", "5000"]],
    ["funding-get", ["funding", "get"]],
    ["suppressions-list", ["suppressions", "list"]],
  ])("matches the golden file: %s", async (name, argv) => {
    const texts = []
    for (const [flags, options] of outputForms) texts.push(await screenText([...argv, ...flags], options))
    await expect(texts.join("\n")).toMatchFileSnapshot(`golden/${name}.txt`)
  })

  it("of a dry run is the request", async () => {
    const dry = [...sendMail, "--idempotency-key", "receipt-1", "--brand", "main", "--dry-run"]
    const texts = [await screenText(dry), await screenText([...dry, "-o", "table"])]
    // The golden file leaves out the versions of Node and of this package.
    await expect(texts.join("\n").replaceAll(/mas-sdk\/\S+ node\/[\d.]+/g, "mas-sdk")).toMatchFileSnapshot(
      "golden/dry-run.txt",
    )
  })

  it.each([
    ["unknown command", ["contcts", "list"]],
    ["unknown verb", ["contacts", "lst"]],
    ["no verb", ["lists"]],
    ["unknown flag", ["contacts", "create", "--emial", "ada@example.test"]],
    ["missing flags", ["webhooks", "create"]],
    ["missing argument", ["webhooks", "get"]],
    ["an argument too many", ["contacts", "list", "more"]],
    ["a wrong value of its own", ["contacts", "list", "--output", "xml"]],
    ["a value that the contract refuses", ["contacts", "create", "--email", "ada", "--opt-in"]],
    ["values that the service refuses", ["messages", "send", "--channel", "sms", "--to", "1", "--subject", "x"]],
    ["unreadable file", ["lists", "create", "--input", "@nowhere.json"]],
    ["no such record", ["templates", "get", "999"]],
    ["a question that nobody can be asked", ["campaigns", "send", "1"]],
    ["a credential of the wrong kind", ["affiliate", "get"]],
    ["unknown column", ["contacts", "list", "--columns", "emial"]],
    ["unknown profile", ["contacts", "list", "--profile", "moc"]],
  ])("reports the error: %s", async (name, argv) => {
    const texts = [await screenText(argv, { terminal: true, env: { TERM: "xterm" } }), await screenText(argv)]
    await expect(texts.join("\n")).toMatchFileSnapshot(`golden/error-${name.replaceAll(" ", "-")}.txt`)
  })

  it.each([
    ["top", ["--help"]],
    ["group", ["mock", "--help"]],
    ["command", ["messages", "send", "--help"]],
    ["exit-codes", ["help", "exit-codes"]],
  ])("of help matches the golden file: %s", async (name, argv) => {
    await expect(await screenText(argv, { terminal: true, env: { TERM: "xterm" } })).toMatchFileSnapshot(
      `golden/help-${name}.txt`,
    )
  })
})

/** Random, measured, or specific to this run. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/[^\s"']*mas-cli-\w{6}/g, "/home"],
  [/\b(mas-|evt_)[\da-f]{8}-[\da-f-]{27}/g, "$1any"],
  [/(duration_ms\S*) +[\d.]+/g, "$1 1"],
  [/(?<=Try again after ).*/g, "then"],
  [/ +[\d.]+ {2}api_key/g, "  1  api_key"],
  [/mas-sdk\/[\d.]+/g, "mas-sdk"],
  [/mas [\d.]+ on Node\.js [\d.]+/g, "mas on Node.js"],
  [/(webhook-signature\S*) +\S+/g, "$1 v1,any"],
]
const masked = (text: string) =>
  masks.reduce((maskedText, [what, by]) => maskedText.replaceAll(what, by), text).replaceAll("\x1b", "␛")

/** A user's commands in sequence, in a world where things happen. */
const day = `
webhooks create --url RECEIVER --events email.sent,email.delivered,email.bounced
webhooks list
mock outcomes --to grace@example.test --outcome bounced --after 2h
mock outcomes
messages send --channel email --to ada@example.test --subject Hi --body Hello
messages send --channel email --to grace@example.test --subject Hi --body Hello
mock advance 3h
mock advance --to 2026-03-01T15:00:00Z
mock advance --next --until 2026-03-01T15:00:01Z
messages list
messages get 2
mock messages
mock messages --to grace@example.test
mock messages 2
mock messages --latest --to grace@example.test
mock event 1 opened
mock event 1 nonsense
mock deliveries
mock deliveries --limit 1
webhooks deliveries 1
webhooks get 1
mock webhooks 1
mock redeliver 1
mock redeliver 99
mock timers
mock requests --limit 2
mock requests --status 201
mock requests --method POST --path /v1/my/* --since 2026-01-01T00:00:00Z --after 1 --failed
mock deliveries --webhook-id 1 --event-type email.*
mock requests --follow --limit x
mock outcomes --remove 1
mock outcomes --clear
mock faults --path /v1/my/lists --status 503 --times 1
mock faults --on delivery --event-type email.sent --drop after --times 1
mock faults --times 2
mock faults --on delivery --times 2
mock faults
lists list --max-retries 0
mock faults --remove 2
mock faults --use storm --seed 3
mock faults --clear
mock faults
invites create --email new@example.test --yes
mock outbox
mock outbox --to new@example.test --kind invitation
mock inbound --from ada@example.test --to inbox@acme.test --subject Hello --text Hi
mock wait messages --count 99 --within 1ms
mock wait messages --where to=ada@example.test --within 1ms
mock checkpoints --save one
mock checkpoints
mock rewind none
mock rewind one
mock capacity
delivery status
account get
contacts list --limit 2
contacts list --limit 2 --quiet
funding-purchases create --amount-cents 5000 --idempotency-key k --yes
mock pay 1
funding-purchases get 1
mock pay 1 --outcome fail
mock pay
mock pay http://127.0.0.1:4010/billing/funding/1/?x=1#y
mock pay checkouts/7
mock pay elsewhere
mock sender help@client.test --account-id 3 --inbox
mock sender help@acme.test --brand-sid brand_main --unverified
mock webhooks 1 --rotate --grace 1h
mock fill 3 --prefix x
mock worlds --create --clock frozen
mock worlds --create --clock scaled --rate 60 --seed 7
mock worlds --create --rate 60
mock worlds --create --now 2030-01-01T00:00:00Z
mock worlds --remove w2
mock worlds
mock snapshot --to state.json
mock restore state.json
mock restore nothing.json
mock clock --now 2026-03-01T16:00:00Z
mock clock --mode frozen
mock checkpoints --remove one
mock status
mock requests --clear
mock requests
mock revoke maskey_live_none
mock credentials --kind api_key
webhooks verify --body {} --secret whsec_YSBzZWNyZXQgZm9yIGFuIGV4YW1wbGUu --id evt_1 --timestamp 1767225600 --signature v1,none --tolerance 36500d
webhooks trigger email.sent --to RECEIVER --secret whsec_YSBzZWNyZXQgZm9yIGFuIGV4YW1wbGUu
webhooks delete 1 --yes
whoami
profiles list
profiles use none
logout
doctor
mock fixtures --to world.yaml
mock fixtures --from world.yaml
mock messages
`

/** Commands that are checked only by their requests. */
const requestsMore = `
mock clock --rate 60
mock inbound --from a@b.test --to inbox@acme.test --subject S --html H --in-reply-to m --auto-submitted --quarantined
mock faults --on delivery --webhook-id 1 --delay 5m --duplicate 2 --reorder
mock faults --credential none --key k* --query page=2 --contains Hi --error-code x --headers a=b --latency-ms 5 --from 3
mock outcomes --to *@example.test --outcome failed --times 2 --tracking none --bot
mock timers --limit 7
webhooks test 1 --type email.sent
`

/** Runs the lines in a separate world. Returns their output. */
async function runLines(
  lines: string,
  show: (line: string, run: typeof sandbox.run, argv: string[]) => Promise<string>,
): Promise<string> {
  const other = homeWithService({ allowLocalWebhooks: true })
  const responses = [status(500)]
  const receiver = await startReceiver((...request) => (responses.shift() ?? status(200))(...request))
  try {
    const texts = []
    for (const line of lines.trim().split("\n")) {
      texts.push(await show(line, other.run, line.replace("RECEIVER", receiver.url).split(" ")))
      // Runs the work that is due before the next line is typed.
      await other.service.world.advance(0)
    }
    return masked(texts.join("\n")).replaceAll(receiver.url, "http://receiver/hooks")
  } finally {
    await receiver.close()
    await other.close()
  }
}

const now = () => Date.parse("2026-03-01T12:00:00.000Z")
describe("a day of commands", () => {
  it("prints what the golden file has", async () => {
    const text = await runLines(day, async (line, run, argv) => {
      const { code, out, err } = await run(argv, { terminal: true, env: { TERM: "xterm" }, now })
      return `$ mas ${line}   # ends with ${code}\n${out}${err && `[stderr]\n${err}`}`
    })
    await expect(text).toMatchFileSnapshot("golden/day.txt")
  })

  it("sends the requests of the golden file", async () => {
    const text = await runLines(`${day.trim()}${requestsMore}`, async (line, run, argv) => {
      const { out } = await run([...argv, "--dry-run"], { now })
      if (!/^\{\s+"method"/.test(out)) return `$ mas ${line}   # nothing\n`
      const { method, url, body } = JSON.parse(out)
      return `$ mas ${line}\n${method} ${url}${body === null ? "" : ` ${JSON.stringify(body)}`}\n`
    })
    await expect(text).toMatchFileSnapshot("golden/day-of-requests.txt")
  })
})

/** Examples that start or contact a process, or print generated text. */
const others = /^mas (simulate|mcp|schema|completion|doctor|mock (--|stop|clock))/
describe("the examples of a handwritten group", () => {
  const groups = commandGroups().map(({ name, commands }) => {
    const ownCommands = commands.filter(({ endpoint }) => !endpoint)
    const examples = ownCommands.flatMap((command) => (command.examples ?? []).map((example) => ({ command, example })))
    return { name, examples: examples.filter(({ example }) => !others.test(example)) }
  })

  it.for(groups.filter(({ examples }) => examples.length > 0))(
    "match the golden file: $name",
    async (group, { skip }) => {
      const skipReason = group.examples
        .map(({ example }) => hindranceOf(example))
        .find((reason) => reason !== undefined)
      if (skipReason !== undefined) skip(skipReason)
      const texts = []
      for (const { command, example } of group.examples) {
        const { code, out, err } = await runExample(command, { example, terminal: true, env: { TERM: "xterm" }, now })
        texts.push(`$ ${example}   # ends with ${code}\n${out}${err && `[stderr]\n${err}`}`)
      }
      await expect(masked(texts.join("\n"))).toMatchFileSnapshot(`golden/examples-${group.name}.txt`)
    },
  )
})
