import { type DirectCall, directCalls } from "../../../cli/commands/mock/calls.spec.ts"
import type { CommandSpec, Flag, Positional } from "../../../cli/line/command/spec.ts"
import { pathParameter } from "../../../cli/specs/parts.ts"
import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import type { ControlSpec } from "../../../mock-server/control/control.ts"
import { controls } from "../../../mock-server/control/controls.ts"
import { docsIn } from "../model-docs.ts"
import { flagsOf, pathParameters } from "./flags.ts"
import { readSchema } from "./schema.ts"

const docsOf = docsIn(["mock-server/control/"])

/** The commands for single control calls, generated from the calls' schemas. */
export function controlCommands(): CommandSpec[] {
  const verbs = new Map(Object.entries(directCalls).map(([verb, { call }]) => [call as string, verb]))
  return controls.flatMap(({ spec }) => {
    const verb = verbs.get(`${spec.method} ${spec.path}`) ?? ""
    const direct = directCalls[verb]
    return direct ? [commandOf(verb, spec, direct)] : []
  })
}

function commandOf(verb: string, spec: ControlSpec, call: DirectCall): CommandSpec {
  const { summary, description, columns, examples, byPosition = [] } = call
  const flags = fieldsOf(spec, call)
  const first = flags.filter(({ name: flag }) => byPosition.includes(flag))
  return {
    name: `mock.${kebabCase(verb).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    words: ["mock", verb],
    summary,
    ...(description ? { description } : {}),
    positionals: [...paramsOf(spec, call), ...first.map(asPositional)],
    flags: flags.filter((flag) => !first.includes(flag)),
    control: [{ call: call.call, ...(columns ? { columns } : {}) }],
    examples,
  }
}

function paramsOf(spec: ControlSpec, { fields = {} }: DirectCall): Positional[] {
  return pathParameters(spec).map(({ contract: _, ...rules }): Positional => {
    const said = fields[rules.name] ?? (rules.name === "move" ? "What happens to it." : undefined)
    const hidden = rules.name === "token" ? { secret: true as const } : {}
    const named = rules.type === "string" && !rules.choices ? pathParameter : {}
    return { ...rules, ...named, ...hidden, ...(said ? { description: said } : {}) }
  })
}

/** Converts query and body to flags. A refused value is a usage error, as for every other mock command. */
function fieldsOf({ query, body }: ControlSpec, { about, fields = {} }: DirectCall): Flag[] {
  const docs = about === undefined ? {} : (docsOf(about).fields ?? {})
  const flags = [
    ...(query ? flagsOf(readSchema(query, "input"), "query") : []),
    ...(body ? flagsOf(readSchema(body, "input"), "body") : []),
  ]
  const names = flags.map(({ name }) => name)
  return flags.map(({ contract: _, description, aliases = [], ...flag }) => {
    const said = fields[flag.name] ?? docs[(flag.at ?? []).slice(1).join(".")] ?? description
    const others = aliases.filter((alias) => !names.includes(alias) && isOnly(alias, flags))
    return {
      ...flag,
      ...(flag.pattern === pathParameter.pattern ? pathParameter : {}),
      // Every command already has `--timeout`, for the request.
      ...(flag.name === "timeout" ? { name: "within" } : {}),
      ...(said ? { description: said } : {}),
      ...(others.length > 0 ? { aliases: others } : {}),
    }
  })
}

const isOnly = (alias: string, flags: readonly Flag[]) =>
  flags.filter(({ aliases = [] }) => aliases.includes(alias)).length === 1

function asPositional({ array: _, at, short: __, ...flag }: Flag): Positional {
  return { ...flag, required: true, ...(at ? { at } : {}) }
}
