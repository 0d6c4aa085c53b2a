import { describe, expect, it } from "vitest"
import { type CompletionWords, completionsFor } from "../../cli/start/complete.ts"
import { readProjectFile } from "../support/files.ts"

const words: CompletionWords = JSON.parse(readProjectFile("generated/help/_completion.json"))
const complete = (...typed: string[]) => completionsFor(typed, words, () => ["staging", "mock"])
const names = (...typed: string[]) => complete(...typed).map((line) => line.replace(/\t.*/, ""))

describe("completion", () => {
  it("offers groups, then verbs, each with its description", () => {
    expect(complete("contac")).toEqual([`contacts\t${words.groups.contacts?.about}`])
    expect(complete("contacts", "")).toEqual([
      "list\tList the brand's contacts",
      "create\tAdd a contact, or update the one with this e-mail address",
      "import\tImport contacts from any service's export: CSV or a workbook",
      "export\tPrint all contacts as CSV or NDJSON that `contacts import` can read",
    ])
    expect(names("messages", "s")).toEqual(["send", "send-each"])
  })

  it("offers the command's flags and the global ones", () => {
    expect(names("messages", "send", "--sub")).toEqual(["--subject"])
    expect(names("messages", "send", "--pro")).toEqual(["--profile"])
    expect(names("--pro")).toEqual(["--profile"])
    expect(names("contacts", "create", "--no-o")).toEqual(["--no-opt-in"])
    expect(names("contacts", "list", "--opt")).toEqual([])
  })

  it("offers the choices of a flag, after a space or =", () => {
    expect(names("messages", "send", "--channel", "")).toEqual(["email", "sms"])
    expect(names("messages", "send", "--channel=e")).toEqual(["--channel=email"])
    expect(names("--output", "n")).toEqual(["ndjson"])
  })

  it("offers values after = as bash splits them", () => {
    expect(names("messages", "send", "--channel", "=")).toEqual(["email", "sms"])
    expect(names("messages", "send", "--channel", "=", "s")).toEqual(["sms"])
    expect(names("messages", "send", "--channel", "=", "sms", "--sub")).toEqual(["--subject"])
  })

  it("continues after a comma", () => {
    expect(names("webhooks", "create", "--events", "email.sent,email.bo")).toEqual(["email.sent,email.bounced"])
  })

  it("offers the values of a short flag: after a space, attached, and after other letters", () => {
    expect(names("contacts", "list", "-o", "")).toEqual(["table", "json", "ndjson", "csv", "csv-excel"])
    expect(names("-o", "j")).toEqual(["json"])
    expect(names("contacts", "list", "-qo", "c")).toEqual(["csv", "csv-excel"])
    expect(names("contacts", "list", "-oj")).toEqual(["-ojson"])
    expect(names("contacts", "list", "-qo=nd")).toEqual(["-qo=ndjson"])
    expect(names("contacts", "list", "-o", "json", "--sea")).toEqual(["--search"])
    expect(names("-o", "json", "contac")).toEqual(["contacts"])
    expect(names("contacts", "list", "-ojson", "")).toEqual([])
    expect(names("contacts", "list", "-q", "--sea")).toEqual(["--search"])
  })

  it("offers the command's columns, also after a comma", () => {
    expect(names("contacts", "list", "--columns", "ema")).toEqual(["email"])
    expect(names("contacts", "list", "--columns=id,fir")).toEqual(["--columns=id,first_name"])
    expect(names("managed-accounts", "list", "--columns", "owner")).toEqual(
      expect.arrayContaining(["owner.email", "owner"]),
    )
    expect(names("logout", "--columns", "")).toEqual([])
  })

  it("offers API paths for the method, up to the next id", () => {
    expect(complete("api", "GET", "/v1/my/templ")).toEqual([
      "/v1/my/templates\tList the brand's templates",
      "/v1/my/templates/",
    ])
    expect(names("api", "GET", "/v1/my/webhooks/7/")).toEqual(["/v1/my/webhooks/7/deliveries"])
    expect(names("api", "POST", "/v1/my/webhooks/7/")).toEqual(["/v1/my/webhooks/7/test"])
    expect(names("api", "POST", "/v1/my/fl")).toEqual(["/v1/my/flows"])
    expect(names("api", "GET", "/nothing")).toEqual([])
    expect(names("mock", "requests", "--path", "/v1/my/seg")).toEqual(["/v1/my/segments"])
  })

  it("offers profile names, and files for a flag that takes a path", () => {
    expect(names("--profile", "")).toEqual(["staging", "mock"])
    expect(names("profiles", "use", "s")).toEqual(["staging"])
    expect(complete("imports", "create", "--file", "")).toEqual([":files"])
    expect(complete("lists", "create", "--input", "@li")).toEqual([":files"])
  })

  it("offers the choices of an argument", () => {
    expect(names("completion", "")).toEqual(["bash", "zsh", "fish", "powershell", "install", "uninstall"])
    expect(names("completion", "install", "")).toEqual(["bash", "zsh", "fish", "powershell"])
    expect(names("webhooks", "trigger", "email.bo")).toEqual(["email.bounced"])
    expect(names("webhooks", "trigger", "email.bounced", "")).toEqual([])
  })

  it("finds the command after flags with values", () => {
    expect(names("--profile", "mock", "--quiet", "-y", "contacts", "list", "--sea")).toEqual(["--search"])
  })

  it("offers commands and topics after help", () => {
    expect(names("h")).toEqual(["help"])
    expect(names("help", "ex")).toEqual(["exit-codes"])
    expect(names("help", "messages", "")).toEqual(["send", "list", "send-each"])
  })

  it("offers nothing for unknown words", () => {
    expect(names("nonsense", "")).toEqual([])
    expect(names("contacts", "nonsense", "--sea")).toEqual([])
    expect(names("__proto__", "")).toEqual([])
    expect(names("messages", "send", "--to", "")).toEqual([])
  })

  it("has data for every command, and contains no secrets", () => {
    expect(Object.keys(words.groups).length).toBeGreaterThan(35)
    expect(JSON.stringify(words)).not.toMatch(/mas(key|pk|pc|mc)_live_|whsec_/)
  })
})

/** What is offered at each cursor position of a line. */
describe("completions at every position of a line", () => {
  const few: CompletionWords = {
    globals: {
      output: { about: "Format", short: "o", values: ["table", "json"] },
      quiet: { about: "Ids only", short: "q" },
      profile: { about: "", values: "profiles" },
      columns: { about: "Fields", values: "columns" },
      debug: { about: "Exchange" },
    },
    topics: ["output", "mocking"],
    groups: {
      lists: {
        about: "Lists",
        verbs: {
          list: { about: "List them", flags: {}, columns: ["id", "name", "owner.name"] },
          create: {
            about: "Add one",
            flags: { name: { about: "Its name", short: "n", values: [] }, input: { about: "Body", values: "files" } },
          },
        },
      },
      mock: { about: "Mock", verbs: { start: { about: "", flags: { detach: { about: "Beside", short: "d" } } } } },
      api: {
        about: "Any request",
        verbs: {
          "": { about: "Any", arguments: [["GET", "POST"], "paths"], flags: { path: { about: "P", values: "paths" } } },
        },
      },
      open: { about: "Open", verbs: { "": { about: "Open", arguments: ["files", ["a", "b"]], flags: {} } } },
    },
    paths: {
      "/v1/lists": { GET: "List", POST: "Add" },
      "/v1/lists/{id}": { GET: "Get" },
      "/v1/lists/{id}/contacts": { POST: "Put" },
      "/v1/lists/{id}/contacts/{n}": { GET: "One" },
      "/v1/{any}": { GET: "Any" },
      "/v2": { POST: "Two" },
    },
  }

  const typed = [
    ...["lists list --columns id,na x", "lists create -n x --input @f", "lists create --name=a,b --no-debug"],
    ...[
      "-qo json lists",
      "-oj -o=t -xo",
      "--output=json --output j",
      "--output = js lists",
      "--profile =",
      "-",
      "--no-",
    ],
    ...[
      "api GET /v1/lists/7/contacts/1 x",
      "api post /v1/l",
      "api PUT /v1",
      "api GET v1/",
      "--path /v1/",
      "api --path /v1/l",
    ],
    ...[
      "help lists create",
      "help out",
      "help help",
      "open x b c",
      "mock start -dq --de --no-de",
      "nothing x",
      "lists nothing -",
    ],
    ...[
      "--nothing lists",
      "-z lists",
      "lists --quiet list -q",
      "lists list --columns=id,own",
      "--columns a",
      "=",
      "a = b",
    ],
  ]

  it("match the golden file", async () => {
    const offered = typed.flatMap((line) =>
      Array.from({ length: line.length + 1 }, (_, end) => {
        const typedSoFar = line.slice(0, end)
        const all = completionsFor(typedSoFar.split(" "), few, () => ["work", "mock"])
        return `${typedSoFar}|\n${all.map((one) => `    ${one.replace("\t", "  # ")}\n`).join("")}`
      }),
    )
    await expect([...new Set(offered)].join("")).toMatchFileSnapshot("golden/completion.txt")
  })
})
