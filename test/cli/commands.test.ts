import { describe, expect, it } from "vitest"
import type { CommandSpec } from "../../cli/line/command/spec.ts"
import { globalFlags } from "../../cli/line/global-flags.ts"
import { runners } from "../../cli/start/runners.ts"
import { listColumns } from "../../scripts/generate/cli/columns.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { tableOf, tables } from "./tables.ts"

const commands = tables.names().flatMap((name) => tableOf(name).commands)
const endpoints = listEndpoints(contract)

/** Every spelling of a command's flags. */
const spellings = ({ flags }: Pick<CommandSpec, "flags">) =>
  flags.flatMap(({ name, aliases = [], short, type }) => [
    ...[name, ...aliases].flatMap((one) => (type === "boolean" ? [`--${one}`, `--no-${one}`] : [`--${one}`])),
    ...(short ? [`-${short}`] : []),
  ])

describe("the commands", () => {
  it("are one for each endpoint of the contract, and those written by hand", () => {
    const names = commands.filter(({ endpoint }) => endpoint).map(({ name }) => name)
    expect(names.toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
    const byHand = commands.filter(({ endpoint, control }) => !endpoint && !control).map(({ name }) => name)
    expect(byHand.filter((name) => !(name in runners))).toEqual([])
  })

  it("are named in kebab-case after the contract", () => {
    const words = new Map(commands.map(({ name, words }) => [name, words.join(" ")]))
    expect(words.get("fundingPurchases.create")).toBe("funding-purchases create")
    expect(words.get("subscription.checkoutStatus")).toBe("subscription checkout-status")
    expect(words.get("lists.updateContacts")).toBe("lists update-contacts")
  })

  it("have unique words", () => {
    const words = commands.map(({ words }) => words.join(" "))
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })

  it("have no runner without a command", () => {
    const names = new Set(commands.map(({ name }) => name))
    expect(Object.keys(runners).filter((name) => !names.has(name))).toEqual([])
  })

  it("are in the table of their group: one command without a verb, or each with a verb", () => {
    for (const name of tables.names()) {
      const { commands } = tableOf(name)
      expect(commands.filter(({ words }) => words[0] !== name)).toEqual([])
      expect(commands.length === 1 || commands.every(({ words }) => words.length === 2)).toBe(true)
    }
  })
})

describe("the flags", () => {
  it.each(commands.map((command) => [command.words.join(" "), command] as const))(
    "of mas %s do not collide",
    (_, command) => {
      const commandFlags = spellings(command)
      // A command's own flag replaces a global one only if it declares so.
      const replaced = command.flags.filter(({ replacesGlobal }) => replacesGlobal).map(({ name }) => name)
      const globals = globalFlags.filter(({ name }) => !replaced.includes(name))
      const allFlags = [...commandFlags, ...spellings({ flags: globals })]
      expect(allFlags.filter((name, index) => allFlags.indexOf(name) !== index)).toEqual([])
      const positionals = command.positionals.map(({ name }) => name)
      expect(new Set(positionals).size).toBe(positionals.length)
    },
  )

  it.each(endpoints.map(({ name, spec }) => [name, spec] as const))(
    "of %s cover every field of its example",
    (name, spec) => {
      const command = commands.find((one) => one.name === name)
      const reached = new Set(command?.flags.map(({ at }) => at?.join(".")))
      const leaves = (value: unknown, path: string): string[] =>
        typeof value === "object" && value !== null && !Array.isArray(value) && !reached.has(path)
          ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
          : [path]
      const { query, body } = spec.example ?? {}
      const all = [...(query ? leaves(query, "query") : []), ...(body ? leaves(body, "body") : [])]
      expect(all.filter((path) => !reached.has(path))).toEqual([])
    },
  )

  it("flatten a wrapper, and prefix a nested field with its parent if that is clearer", () => {
    const names = (name: string) => commands.find((one) => one.name === name)?.flags.map((flag) => flag.name)
    expect(names("managedAccounts.create")).toEqual(expect.arrayContaining(["owner-email", "account-name"]))
    expect(names("imports.create")).toEqual(expect.arrayContaining(["file", "resource", "list-ids"]))
    expect(names("campaigns.create")).toEqual(
      expect.arrayContaining(["audience", "audience-type", "audience-list-ids"]),
    )
  })

  it("keep secrets out of argv: secret fields can be read from stdin", () => {
    const secret = commands.flatMap(({ words, flags, positionals }) =>
      [...flags, ...positionals].filter((one) => one.secret).map(({ name }) => `${words.join(" ")} ${name}`),
    )
    expect(secret).toEqual(
      expect.arrayContaining([
        "auth signup password",
        "auth signup password-confirmation",
        "auth signup invite-token",
        "auth login password",
        "oauth subscribe payment-token",
        "invites accept id",
      ]),
    )
    expect(globalFlags.find(({ name }) => name === "api-key")?.secret).toBe(true)
  })
})

describe("the default columns of tables", () => {
  it.each(Object.entries(listColumns))("of %s are fields of its rows", (name, columns) => {
    const fields =
      commandGroups()
        .flatMap((group) => group.commands)
        .find((one) => one.name === name)?.endpoint?.fields ?? []
    expect(columns.filter((column) => !fields.includes(column))).toEqual([])
  })

  it("are defined only for lists", () => {
    const lists = endpoints.filter(({ spec }) => spec.paginated).map(({ name }) => name)
    expect(Object.keys(listColumns).filter((name) => !lists.includes(name))).toEqual([])
  })
})
