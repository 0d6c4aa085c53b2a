import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { Home } from "./own/run.ts"

beforeAll(() => void vi.stubEnv("TZ", "UTC"))
afterAll(() => void vi.unstubAllEnvs())

interface Script {
  readonly env?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, string>>
  /** One command a line, on a terminal, or in a pipe after `|`. After `<` comes stdin. */
  readonly lines: string
}

const root = join(import.meta.dirname, "../..")
const completeEnv = { MAS_BASE_URL: "http://127.0.0.1:4010", MAS_API_KEY: "maskey_live_mock" }
const scripts: Readonly<Record<string, Script>> = {
  profiles: {
    lines: `
whoami
login
login --api-key x
login --email owner@acme.test
login --base-url nonsense --api-key x
login --base-url http://127.0.0.1:4010 --api-key - < maskey_live_wrong
login --base-url http://127.0.0.1:4010 --api-key - < maskey_live_mock
|login --profile unchecked --base-url https://api.example.test --api-key - --no-check --brand b < maskey_live_other
profiles list
profiles use uncheckde
|profiles use nobody-at-all
profiles use default
|profiles use mock --dry-run
whoami
|whoami
whoami --profile default --api-key x
whoami --profile nobody
auth token
|auth token --profile nobody
auth login --profile owner --email owner@acme.test --password - --base-url http://127.0.0.1:4010 < wrong
auth login --profile owner --email owner@acme.test --password - --base-url http://127.0.0.1:4010 < mock-password
|auth token
whoami --profile owner --brand brand_second --account 1
contacts list --base-url https://api.example.test
|contacts list --base-url https://api.example.test --profile unchecked
auth logout --profile owner
auth token --profile owner
login --profile owner --email owner@acme.test --password - < mock-password
logout --dry-run
logout
logout
logout --profile nobody
logout --profile default
profiles remove unchecked
|profiles remove unchecked --yes --dry-run
profiles remove unchecked --yes
profiles remove mock --yes
profiles remove nobody --yes
profiles list -o csv
profiles list --quiet
doctor
|doctor --base-url http://127.0.0.1:4010
doctor --base-url http://127.0.0.1:4010 --api-key maskey_live_wrong
doctor --base-url http://127.0.0.1:4010 --api-key maspk_live_mock
doctor --profile nobody
open
open nowhere
open docs --dry-run`,
  },
  "a broken config": {
    files: { "config/config.json": "{" },
    lines: `
profiles list
|account get
doctor
login --base-url http://127.0.0.1:4010 --api-key - < maskey_live_mock
profiles list -o ndjson`,
  },
  webhooks: {
    env: completeEnv,
    files: { "body.json": '{"type":"email.sent","data":{}}', secret: "whsec_YSBzZWNyZXQgZm9yIGFuIGV4YW1wbGUu\n" },
    lines: `
webhooks sign --body @body.json --secret @secret --id evt_1 --timestamp 1772366400
|webhooks sign --body - --secret @secret --id evt_1 --timestamp 2026-03-01T12:00:00Z < {}
webhooks sign --body {} --secret nonsense
webhooks sign --body {}
webhooks sign --body {} --secret @secret --id evt_1 --timestamp soon
webhooks verify --body {} --secret @secret --id evt_1 --timestamp 1772366400 --signature v1,x
webhooks verify --body @body.json --secret @secret --id evt_1 --timestamp 1772366400 --signature v1,z3XDBx4QVIgHK754rtHfvU0P/oAMV+LF+9Fs5DSAleg=
|webhooks verify --body {} --secret @secret --id evt_1 --timestamp 1 --signature v1,x
webhooks verify --body {} --secret @secret --id evt_1 --timestamp 9999999999 --signature v1,x
webhooks verify --body {} --secret @secret --id evt_1 --timestamp x --signature v1,x
webhooks verify --body @nowhere --secret @secret --id evt_1 --timestamp 1 --signature v1,x
webhooks create --url https://hooks.example.com/mas --events email.bounced --quiet
webhooks secret 1
webhooks secret 1 -o json
|webhooks secret 2
webhooks trigger email.sent --to https://hooks.example.com/x --secret @secret --dry-run
|webhooks trigger email.bounced --to https://hooks.example.com/x --secret @secret --dry-run --id e --data {"a":1} --set b.c=2 --set timestamp=now --set data.d=x
|webhooks trigger email.opened --to https://hooks.example.com/x --secret @secret --dry-run --id e --input {"type":"other","data":{}}
webhooks trigger email.nothing --to https://hooks.example.com/x --secret @secret
webhooks trigger email.sent --to nonsense --secret @secret
webhooks trigger email.sent --to http://127.0.0.1:1/ --secret @secret --timeout 5s
webhooks trigger email.sent --to https://hooks.example.com/x
webhooks resend 1
|webhooks resend 99
webhooks resend x
webhooks listen --events nothing
webhooks listen --port 99999
webhooks listen --base-url https://api.example.test`,
  },
  "any request": {
    env: completeEnv,
    files: { "list.json": '{"name":"Kept"}' },
    lines: `
api GET /v1/my/lists
|api GET /v1/my/lists
|api POST /v1/my/lists --input @list.json
|api POST /v1/my/lists --input - < {"name":"Read"}
api POST /v1/my/lists --input {"name":"Dry"} --header X-Own:yes --dry-run
|api POST /v1/my/lists --input {"name":"Dry"} --idempotency-key k --dry-run
api POST /v1/my/lists
api GET /v1/my/nothing
|api GET /v1/my/nothing
api FETCH /v1/my/lists
api GET https://elsewhere.example.test/v1/my/lists
api GET /v1/my/lists --header none
api GET /v1/my/lists --debug
|api DELETE /v1/my/webhooks/1
api DELETE /v1/my/webhooks/1 --yes`,
  },
  "what is printed": {
    env: completeEnv,
    lines: `
contacts list --columns id,emial
contacts list --columns id,email -o csv
contacts list --limit 1 -o ndjson
contacts list --all --quiet
contacts list --limit 1
|contacts list --limit 1 -o table
contacts list --limit 1 --page 2
contacts list --limit 0
contacts list --limit 1 --debug
contacts create --email ada@example.test --input {"data":{"a":{"b":[1,{"c":2}]},"d":null}} --dry-run
contacts create --email new@example.test --first-name Ada --utc
contacts create --email new@example.test
templates create --name T --subject S --html @nowhere
templates create --name T --subject S --html <b>{{x}}</b>
templates get 2 --columns name,subject -o csv
account get
account get --utc -o table
delivery status
imports create --file - --resource contacts --wait --wait-timeout 1ms < email
validations get 7
messages send --channel email --to a@b.test --subject x --body y --idempotency-key k
messages send --channel email --to a@b.test --subject x --body z --idempotency-key k
|messages send --channel fax --to a@b.test
schema nothing
completion fish-and-chips
help nothing
nothing
lists nothing
lists create nothing
lists create --name
lists create --name a --name b
lists create --nmae a
|lists create --nmae a
contacts list --output xml
contacts list --timeout soon
contacts list --max-retries -1
contacts list --columns=
contacts list --brand=`,
  },
  "files and shells": {
    env: { ...completeEnv, SHELL: "/bin/zsh" },
    files: { "day.mjs": "export const day = 1" },
    lines: `
api GET /v1/my/contacts --all -o ndjson
api POST /v1/my/lists --all
api GET /v1/my/account --all
api GET //v1/my/lists
api GET /v1/my/../lists
api GET /v1/my/lists#x
api GET /openapi.yaml -o json
attachments download 1 1 1
|attachments download 1 1 1
attachments download 1 1 1 --to here.txt
attachments download 1 1 1 --to -
|attachments download 1 1 1 --to -
attachments download 1 1 1 --to nowhere/at/all
|attachments download 1 1 2
attachments download 1 1 2 --acknowledge-unscanned true --to .
completion install --dry-run
completion install
completion install
|completion install fish
completion uninstall
completion uninstall
completion uninstall ksh
completion install bash zsh
completion bash zsh
simulate nowhere.mjs
simulate day.mjs
simulate day.mjs --runs 0
open docs --print
|open
open --base-url ftp://x
delivery status -o csv
deliveries
|deliveries`,
  },
  "without a shell": { lines: "completion install\n|completion install\nopen docs --print\nlists list\n|lists list" },
  "what takes long": {
    env: completeEnv,
    lines: `
funding-purchases create --amount-cents 5000 --idempotency-key k --yes
mock pay
funding-purchases get 1 --wait
funding-purchases get 1 --wait -o json
mock pay
mock pay 9
subscription checkout --plan-id 2 --idempotency-key p --yes
mock pay http://127.0.0.1:4010/billing/checkouts/1 --outcome fail
subscription checkout-status --purchase-id 1 --wait
validations start --list-id 1 --idempotency-key v --yes
validations start --list-id 1 --idempotency-key v --yes --wait
|validations get vop_1 --wait
imports create --file - --resource contacts --wait < email
|imports create --file - --resource contacts --wait < email
campaigns create --name C --subject S --template-id 1
campaigns send 1
campaigns send 1 --yes
campaigns update 1 --audience {"type":"all_contacts"}
mock advance 5m
campaigns send 1 --yes`,
  },
  "a mock server": {
    env: completeEnv,
    lines: `
mock health
mock status
mock world
mock clock
mock clock --mode scaled
mock clock --mode frozen --rate 2
mock advance
mock advance soon
mock advance 1h
|mock timers
mock timers --limit 1
mock advance --next
mock faults
mock faults --status 503 --path /v1/my/lists --times 1
mock faults
lists list --max-retries 0
mock faults --remove 9
mock faults --status 200
mock faults --on delivery
mock faults --use storm --seed 7
mock faults --clear
mock outcomes
mock outcomes --to *@bounce.test --outcome bounced --after 5m
mock outcomes --to ada --outcome bounced
mock outcomes --outcome bounced
mock outcomes
mock checkpoints --save before
mock checkpoints
mock rewind after
mock rewind before
mock worlds
mock worlds --create
mock worlds --remove w9
mock inbound --from a@b.test --to inbox@acme.test --subject Hi
mock inbound --from a@b.test --to nobody@acme.test --subject Hi
messages send --channel email --to ada@example.test --subject x --body y
mock messages
mock messages --latest
mock messages 1
mock event 1 opened
mock event 1 nothing
mock requests --limit 2
mock requests 1
mock requests 1 --code
mock deliveries
mock redeliver 9
mock webhooks 9
mock outbox
mock capacity -o csv
mock fill 3
mock sender new@acme.test
mock credentials
|mock credentials --kind jwt --user-id 3
mock credentials --kind jwt --user-id 99
mock revoke nothing
mock fixtures --from nowhere.json
mock fixtures --to x.txt
mock reset
mock stop
mock status --base-url http://127.0.0.1:1
mock status --base-url https://api.example.test
mock nothing`,
  },
  "an agent": {
    env: { ...completeEnv, MAS_AGENT: "1" },
    lines: `
contacts list --limit 1
contacts list --limit 1 --no-agent
messages send --channel email
webhooks delete 9
lists create --name -- --agent
nothing
help`,
  },
  "an empty variable": { env: { ...completeEnv, MAS_PROFILE: "" }, lines: "lists list\n|lists list" },
  "odd settings": {
    env: { MAS_BASE_URL: "https://api.example.test", MAS_API_KEY: "" },
    lines: `
lists list
|lists list
auth logout
auth token
mock capacity --quiet --profile mock
lists list --api-key k --timeout 0
webhooks resend 1 --api-key k
webhooks listen --api-key k --events email.sent --forward-to nonsense
webhooks trigger email.sent --to http://127.0.0.1:1/ --secret whsec_YSBzZWNyZXQgZm9yIGFuIGV4YW1wbGUu --set a..b=1
webhooks trigger email.sent --to http://127.0.0.1:1/ --secret whsec_YSBzZWNyZXQgZm9yIGFuIGV4YW1wbGUu --id e
contacts create --input @nowhere
contacts create --input [1]`,
  },
  "what nobody answers": {
    env: { MAS_API_KEY: "k" },
    lines: `
lists list --base-url http://127.0.0.1:1
|lists list --base-url http://127.0.0.1:1
lists list --profile mock
lists list --profile mock-client
lists list --profile mock --base-url https://api.example.test
lists list --base-url nonsense
lists list --api-key -
lists list --api-key=
webhooks listen --base-url nonsense
doctor --base-url http://127.0.0.1:1
doctor --base-url https://api.example.test
whoami`,
  },
}

/** Masks what is specific to this run or this machine. */
const masked = (text: string, home: Home) =>
  text
    .replaceAll(home.folder, "/home")
    .replaceAll(/mas-sdk\/[\d.]+( node\/[\d.]+)?/g, "mas-sdk")
    .replaceAll(/127\.0\.0\.1:\d{5}/g, "127.0.0.1:50000")
    .replaceAll(/instance=[\w-]+/g, "instance=any")
    .replaceAll(/mas [\d.]+ on Node\.js [\d.]+/g, "mas on Node.js")
    .replaceAll(/\bNode [\d.]+ cannot/g, "Node cannot")
    .replaceAll(/Try again after [^.]*\./g, "Try again after then.")
    .replaceAll(root, "/root")
    .replaceAll(/(duration_ms": |duration_ms|✔ 201) *[\d.]+/g, "$1 any")
    .replaceAll(/\b(mas-|evt_)[\da-f]{8}-[\da-f-]{27}/g, "$1any")
    .replaceAll(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "JWT")

describe("a transcript", () => {
  it.each(Object.entries(scripts))("matches the golden file: %s", async (name, { env = {}, files = {}, lines }) => {
    const service = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00.000Z" })
    const home = new Home(env, service.fetch)
    const now = () => Date.parse("2026-03-01T12:00:00.000Z")
    for (const [path, text] of Object.entries(files)) {
      const file = join(home.folder, path)
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      writeFileSync(file, text, { mode: 0o600 })
    }
    const texts = []
    for (const typed of lines.trim().split("\n")) {
      const [line = "", stdin = ""] = typed.replace(/^\|/, "").split(/ < (.*)/)
      const argv = line.split(" ")
      const terminal = !typed.startsWith("|")
      const { code, out, err } = await home.run(argv, { stdin, terminal, env: terminal ? { TERM: "dumb" } : {}, now })
      texts.push(
        `$ mas ${typed.replace(/^\|(.*)$/, "$1 | cat")}   # ends with ${code}\n${out}${err && `[stderr]\n${err}`}`,
      )
    }
    const text = masked(texts.join("\n"), home)
    home.remove()
    await service.close()
    await expect(text).toMatchFileSnapshot(`golden/transcript-${name.replaceAll(" ", "-")}.txt`)
  })
})
