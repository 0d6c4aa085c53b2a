import { describe, expect, it } from "vitest"
import { readTitlesOf, type TestTitle } from "../../scripts/generate/test-titles.ts"
import { readProjectFile } from "../support/files.ts"

/** The titles of tests, by file. */
type Tests = Readonly<Record<string, readonly string[]>>

const mock = "test/mock-server"
const mcp = "test/cli/own/mcp"
const core = "test/sdk/core"
const exits = "test/cli/own/foreign-exits.long.test.ts"

/** Each defence of SECURITY.md, with the tests that hold it. */
const defences: Readonly<Record<string, Tests>> = {
  "host names and origins are checked": {
    [`${mock}/control-guard.test.ts`]: [
      "is 403 for a page of another site, for reads too",
      "is 403 for the host name %j, for reads too, in every world",
    ],
    [`${mock}/host-names.test.ts`]: ["answers to loopback names only, for the service and for its control API"],
  },
  "addresses are checked, and again when connecting": {
    [`${mock}/webhook-address.test.ts`]: ["cannot point to %s: %s [36.6]"],
    [`${mock}/webhook-target.test.ts`]: ["is checked again on connection: %s by %s, local allowed %s: %s"],
    [`${mock}/webhook-http.test.ts`]: ["is refused if the name now resolves to %s [36.6]"],
  },
  "limits before validation": {
    [`${mock}/json-bounds.test.ts`]: ["a body nested deeper than the limit is 400, and nothing is stored [36.7]"],
    [`${mock}/node-http.test.ts`]: ["without a declared length gets 413 on the way, to a client that keeps sending"],
    "test/fuzz/fuzz-http.long.test.ts": ["responds to any bytes or closes the connection, and stays up"],
  },
  "budgets, matching in linear time": {
    [`${mock}/templates.test.ts`]: ["that is too expensive is 422 and not a failure of the service"],
    [`${mock}/glob.test.ts`]: ["is matched in one pass from left to right"],
  },
  "links that lead out are refused; only own files are removed": {
    "test/cli/templates/links.test.ts": [
      "%s that leads out of the folder is named and not sent",
      "a pull writes nothing through a link that leads out",
      "removes nothing from .base that it did not write",
    ],
  },
  "every name is a quoted word in every command to paste": {
    "test/cli/own/foreign-shell.process.test.ts": ["a shell reads each evil text as one word, and runs none of it"],
    "test/house/shell-lines.test.ts": ["no command to paste has a word that is not quoted"],
  },
  "checked before anything is replaced": {
    [`${mock}/control-state.test.ts`]: ["with %s is refused whole, and nothing changes"],
    [`${mock}/state-file.test.ts`]: ["is refused wherever one byte is flipped, and not changed"],
  },
  "each row is read on its own; a bad one is named, and holds up no other": {
    "test/sdk/outbox/bad-rows.test.ts": ["a row that %s is set aside by name, and its neighbours are sent"],
    "test/webhooks/stores/bad-rows.process.test.ts": [
      "holds up no other event of its batch",
      "is listed by its id, and can be dropped; the others are listed as they are",
    ],
    "test/sdk/pace/bad-rows.process.test.ts": ["holds up no call"],
  },
  "signatures, time window, deduplication": {
    "test/webhooks/verify.test.ts": [
      "accepts a timestamp within the tolerance, to the second, in either direction [33.2]",
    ],
    "test/webhooks/duplicates.test.ts": ["get 200 and are not handled again", "must be signed correctly too"],
  },
  "marked in the contract, redacted": {
    "test/contract/planted-secrets.long.test.ts": ["are not visible in %s if they are marked"],
    [`${core}/errors.test.ts`]: ["shows in an error whose response echoes them"],
    [`${core}/observer.test.ts`]: ["see no credential and no secret"],
    [`${core}/peer-text.test.ts`]: ["are redacted in response headers, values and names, for hooks and errors"],
  },
  "redacted in output": {
    "test/cli/secrets.test.ts": [
      "stdout always parses, stderr ends with the one error, and no output ever holds a secret",
    ],
  },
  "file permissions": {
    "test/cli/profiles.test.ts": ["is readable only by this user, and no other file is left"],
  },
  "removed from the command line's output, visible in error messages": {
    "test/cli/text.test.ts": ["is stripped of control sequences: %j"],
    [`${core}/peer-text.test.ts`]: ["are escaped in messages, except newlines and tabs"],
    [exits]: ["every text of the service is harmless in %s"],
  },
  "removed from terminals, shown to an assistant, escaped in errors, logs and spans": {
    [exits]: [
      "every text of the service is harmless in %s",
      "gets no hidden character of %s, and every text within the fence",
      "gets no control and no hidden character of a refusal",
    ],
    "test/sdk/otel.test.ts": ["has no control and no hidden character of a stranger"],
  },
  "an apostrophe makes them text": { "test/cli/text.test.ts": ["escapes formulas for Excel only: %j"] },
  "made safe; nothing is replaced": {
    [`${core}/download.test.ts`]: ["replaces nothing in a folder, and gets a name that every system stores"],
    "test/cli/own/windows.test.ts": ["a download named %j is saved as %j"],
    "test/cli/own/foreign-names.test.ts": ["is a harmless name of a file and of a folder"],
  },
  "not followed": { [`${core}/transports.test.ts`]: ["does not follow a redirect to another origin"] },
  "a path parameter never leaves its segment": {
    [`${core}/address.test.ts`]: ["stays in its segment, whatever its value"],
  },
  "refused in headers and subjects, and in the client's own headers": {
    "test/contract/messages.test.ts": ["refuses control characters in every header field [22.10]"],
    [`${core}/headers.test.ts`]: ["is refused for %s before anything is sent"],
  },
  "only retried with an idempotency key, which is an error where the service ignores it": {
    [`${core}/retry.test.ts`]: ["does not happen after status %i"],
    [`${core}/keys.test.ts`]: ["%s refuses one: nothing is sent"],
  },
  "size after decoding and time are limited": {
    [`${core}/transports.test.ts`]: [
      "stops reading a response that is too large",
      "times out if the body does not end",
    ],
    [`${core}/deadline.test.ts`]: ["covers all attempts, pauses included"],
  },
  "every endpoint looks up the caller's own records only": {
    [`${mock}/isolation.test.ts`]: ["hides its records, whatever id is named in path, query or body [29.18]"],
    [`${mock}/credential-matrix.long.test.ts`]: [
      "accepts %s if the contract lists that kind, and is 403 otherwise [29.1] [29.5]",
    ],
  },
  "limited; more are dropped or refused": {
    [`${mock}/http-limits.test.ts`]: [
      "are limited: one more is dropped, and one that ends makes room",
      "are limited: one more is 409, and one that ends makes room",
    ],
  },
  "the control API, dashboard and documents need a token; what the mock stores is limited": {
    [`${mock}/mock-route-strangers.test.ts`]: [
      "gets 401 from every control call, page and document, and changes nothing",
      "cannot fill the memory of the app",
    ],
  },
  "responses are sandboxed and stripped of such headers": {
    [`${mock}/mock-route-strangers.test.ts`]: [
      "gets no response that acts on the app, from any endpoint, page or fault",
      "gets a link in place of a redirect away from the mock",
      "gets no script for a service worker",
    ],
  },
  "the call is held, and no tool, token or dialog releases it; a person approves exactly its bytes in another program, and it leaves once, by the same account":
    {
      "test/sdk/outbox/held-checks.ts": [
        "is sent once it is approved: once, byte for byte, with its key, and the log says who said yes",
        "is another one after an edit, and needs its own yes",
        "goes out by the account, address and rules that it was made for, or not at all",
      ],
      "test/cli/own/approvals.test.ts": [
        "approves by the hash of what was shown alone, whatever --yes says",
        "offers none of its commands to an assistant",
      ],
      [`${mcp}-confirmation.test.ts`]: ["is held for a person, and has no token: %s"],
      "test/cli/own/held-conversations.long.test.ts": [
        "send nothing, whatever they try, and what a person approves arrives as it was held",
      ],
    },
  "the page has a token of its own, checks host names and origins, and shows mails in sandboxed frames": {
    "test/cli/own/approvals-page.test.ts": [
      "answers to its own address, origin and token alone",
      "edits for its own origin and token alone, by the rules of the command",
    ],
    "test/cli/own/approvals-page.process.test.ts": [
      "shows all mails without running or fetching anything of theirs, and approves them by keys",
    ],
  },
  "the user is asked where the client can ask (elicitation), and no token exists; otherwise a token for exactly this call, once, for five minutes":
    {
      "test/cli/mcp.process.test.ts": [
        "needs a token for the same call, not for another one",
        "needs a new token after five minutes",
      ],
      [`${mcp}-confirmation.test.ts`]: ["needs the token of exactly these arguments"],
      "test/cli/own/rights.test.ts": ["is made once it is confirmed, unless the member has changed since"],
      [`${mcp}-elicitation.test.ts`]: ["has no token that an assistant could make up for the user"],
    },
  "what was shown is compared right before sending; a call on what a scheduled campaign or a live flow sends by is held":
    {
      [`${mcp}-frozen.test.ts`]: [
        "is not sent to more people, or with another text: %s",
        "counts as sending once a campaign that sends by it is scheduled: %s",
        "counts as sending once a flow that sends by it is live: %j, %j: %s",
      ],
    },
  "each tool takes its own names only": { [`${mcp}-outgoing.test.ts`]: ["takes its own names only: %s refuses %s"] },
  "the service's data is fenced by a mark that nobody can know, invisible characters are shown, and a result has at most 20,000 tokens":
    {
      [`${mcp}-outgoing.test.ts`]: [
        "fences what strangers wrote with a mark that they cannot know, and shows invisible characters",
        "is cut after a whole row, and says how to ask for the rest",
      ],
    },
  "a server started by a tool only listens on 127.0.0.1": {
    [`${mcp}-confirmation.test.ts`]: ["is reached from this machine alone, and reaches no local address: %s"],
  },
  "kept in the user's own folder": {
    "test/cli/start-up.process.test.ts": ["caches code in the user's own folder, not in one for all users"],
  },
  "there is none": { "test/package/tarball.smoke.test.ts": ["has no install scripts"] },
  "a build of the same sources and locked packages has the same bytes": {
    "test/package/reproducible.release.test.ts": ["have identical files, whatever the folder and the order of reads"],
  },
}

/** What SECURITY.md says is not defended, sentence by sentence, with the tests of what it says all the same, or why there is none. */
const limits: Readonly<Record<string, Tests | string>> = {
  "for a call that reaches nobody, an assistant whose client cannot ask its user (no elicitation) can use the token that it was given, at once and without approval.":
    {
      "test/cli/mcp.process.test.ts": ["needs the token of a first call"],
    },
  "The token holds it to exactly the call that it described, to the same account, once; it does not ask a person.": {
    [`${mcp}-confirmation.test.ts`]: ["names the account, and is void for another one"],
  },
  "Have your assistant's program ask you before each call of the tool `call`, or use `--read-only`.": {
    "test/cli/mcp.process.test.ts": ["refuses everything that writes, and does not offer it"],
  },
  "An assistant that runs commands as you is refused by `mas approvals` only while a variable names it.": {
    "test/cli/own/approvals.test.ts": ["cannot be released by an assistant that runs commands"],
  },
  "Of more than 2,000 contacts, a change between agreement and sending is only seen in their number.": {
    [`${mcp}-elicitation.test.ts`]: [
      "is void after any call of the session that changes contacts while the user is asked",
    ],
  },
  "The mock server's keys are public, so keep no real data in it.": {
    "test/cli/profiles.test.ts": ["that is built in has a public key, used only for servers on this machine"],
  },
  "That holds for a mock in an app, too: a stranger can send it requests and read what they return.": {
    [`${mock}/mock-route-strangers.test.ts`]: ["isolates what a fault answers on a mock of its own, too"],
  },
  "Anyone who can write to your `node_modules`, environment or config folder can do what you can.":
    "They decide which code runs and for whom: nothing that this package does could hold against them.",
  "Which versions get fixes: [policy](docs/support.md#policy).": {
    "test/house/docs.test.ts": ["links only to existing files and headings"],
  },
}

const text = readProjectFile("SECURITY.md")
const rows = [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]
  .map(([, threat = "", defence = "", tests = ""]) => ({
    threat,
    defence,
    files: [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, file = ""]) => file),
  }))
  .filter(({ threat }) => threat !== "threat" && !threat.startsWith("---"))

/** The titles of tests and of the groups around them, as they stand in the sources, that a run of the file runs. */
const titlesRun = (tests: readonly TestTitle[]): ReadonlySet<string> =>
  new Set(
    tests
      .filter(({ isRun }) => isRun)
      .flatMap(({ group, title, tags }) => [title + tags.map((tag) => ` [${tag}]`).join(""), ...group.split(" › ")])
      // Why it was skipped, where it was.
      .map((title) => title.replace(/…$/, "")),
  )

/** What is wrong with the tests of a promise: none, or titles of no test of the file that is run. */
function problemsOf(tests: Tests, read = readProjectFile): string[] {
  if (Object.values(tests).flat().length === 0) return ["names no test"]
  return Object.entries(tests).flatMap(([file, titles]) => {
    const run = titlesRun(readTitlesOf(file, read(file)))
    return titles.filter((title) => !run.has(title)).map((title) => `${file}: ${title}`)
  })
}

describe("SECURITY.md", () => {
  it("promises nothing that no test is named for, and the table names the same files", () => {
    expect(rows.map(({ defence }) => defence).toSorted()).toEqual(Object.keys(defences).toSorted())
    for (const { defence, files } of rows)
      expect(files.toSorted()).toEqual(Object.keys(defences[defence] ?? {}).toSorted())
  })

  it("says nothing of what is not defended that is not listed here", () => {
    const [, end = ""] = text.split("Not defended: ")
    const sentences = end
      .replace(/\s+/g, " ")
      .trim()
      .split(/(?<=\.(?:\)\.)?) (?=[A-Z])/)
    expect(sentences).toEqual(Object.keys(limits))
  })

  it.each([...Object.entries(defences), ...Object.entries(limits)])(
    "has tests that are run, or a reason: %s",
    (_, tests) => {
      if (typeof tests === "string") expect(tests).toMatch(/^\w+ .*\.$/)
      else expect(problemsOf(tests)).toEqual([])
    },
  )

  it("is seen to promise what no test holds", () => {
    const file = "test/some.test.ts"
    const source = `
      // a title in a comment
      describe("a group", () => { it("a test [1.2]", run) })
      it.skip("a skipped test", run)
      it.todo("a test to do")
      describe.skip("a skipped group", () => { it.each([1])("a test within %i", run) })
      it.skipIf(none)(\`a test of a program${"${skipped(none)}"}\`, run)`
    const problems = (title: string) => problemsOf({ [file]: [title] }, () => source)
    for (const title of ["a group", "a test [1.2]", "a test of a program"]) expect(problems(title)).toEqual([])
    for (const title of [
      "a title of no test",
      "a title in a comment",
      "a skipped test",
      "a test to do",
      "a skipped group",
      "a test within %i",
    ])
      expect(problems(title)).toEqual([`${file}: ${title}`])
    expect([problemsOf({}), problemsOf({ [file]: [] })]).toEqual([["names no test"], ["names no test"]])
  })
})
