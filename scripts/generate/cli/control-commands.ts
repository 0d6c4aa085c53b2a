import * as z from "zod"
import { mockGroup as declaredGroup } from "../../../cli/commands/mock.spec.ts"
import type { CommandGroup, CommandSpec, Flag, Positional } from "../../../cli/line/command/spec.ts"
import { allFields } from "../../../cli/line/command/spec.ts"
import { type MockCommand, pathParameter } from "../../../cli/specs/parts.ts"
import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import type { ControlSpec } from "../../../mock-server/control/control.ts"
import { controls } from "../../../mock-server/control/controls.ts"
import { ClockMoment, Duration, Moment } from "../../../mock-server/control/moments.ts"
import { docsOfControl } from "../control-docs.ts"
import { flagsOf, pathParameters } from "./flags.ts"
import { readSchema } from "./schema.ts"

function completed({ from, fields = {}, byPosition = [], ...command }: MockCommand): CommandSpec {
  if (from === undefined) return command
  const spec = controls.map((control) => control.spec).find(({ method, path }) => `${method} ${path}` === from)
  if (spec === undefined) throw new Error(`${command.name}: there is no call ${from}`)
  const { control = [{ call: from }], positionals, flags } = command
  const isOwn = ({ name }: Flag | Positional) => [...positionals, ...flags].some((one) => one.name === name)
  const changed = <P extends Flag | Positional>(parameter: P): P => {
    const change = fields[parameter.name]
    return { ...parameter, ...(typeof change === "string" ? { description: change } : change) }
  }
  const when = control.find(({ call }) => call === from)?.when
  const parameters = paramsOf(spec).filter((one) => !isOwn(one))
  const added = fieldsOf(spec)
    .filter((one) => !isOwn(one))
    .map((flag) => changed(selectedBy(when, flag)))
  const names = added.map(({ name }) => name)
  return {
    ...command,
    positionals: [
      ...positionals,
      ...parameters.map(changed),
      ...added.filter(({ name }) => byPosition.includes(name)).map(asPositional),
    ],
    flags: [
      ...added.filter(({ name }) => !byPosition.includes(name)),
      ...flags.map(({ conflicts, ...flag }) =>
        conflicts === undefined
          ? flag
          : { ...flag, conflicts: conflicts.flatMap((name) => (name === allFields ? names : name)) },
      ),
    ],
    control,
  }
}

/** A call that a field selects is made with it: the other fields need it. */
function selectedBy(when: string | undefined, flag: Flag): Flag {
  if (when === undefined || when === allFields) return flag
  const { required: _, ...optional } = flag
  return flag.name === when ? optional : { ...optional, implies: [when] }
}

function paramsOf(spec: ControlSpec): Positional[] {
  return pathParameters(spec).map(({ contract: _, ...rules }): Positional => {
    const description = rules.name === "move" ? { description: "What happens to it." } : {}
    const hidden = rules.name === "token" ? { secret: true as const } : {}
    const named = rules.type === "string" && !rules.choices ? pathParameter : {}
    return { ...rules, ...named, ...hidden, ...description }
  })
}

const formats = new Map<unknown, Flag["format"]>([
  [Duration, "duration"],
  [Moment, "moment"],
  [ClockMoment, "moment"],
])

/** Query and body as flags, with the comments of their schemas. A refused value is a usage error, as for every other mock command. */
function fieldsOf({ query, body }: ControlSpec): Flag[] {
  const parts = [...objectsIn(query).map(flagsIn("query")), ...objectsIn(body).map(flagsIn("body"))].flat()
  const flags = parts.filter(({ name }, at) => parts.findIndex((one) => one.name === name) === at)
  return flags.map(({ contract: _, pattern, aliases = [], ...flag }) => {
    const others = aliases.filter((alias) => flags.every(({ name }) => name !== alias) && isOnly(alias, flags))
    return {
      ...flag,
      // The server says more of another pattern than that it was not met.
      ...(pattern === pathParameter.pattern ? pathParameter : {}),
      // Every command already has `--timeout`, for the request.
      ...(flag.name === "timeout" ? { name: "within" } : {}),
      ...(others.length > 0 ? { aliases: others } : {}),
    }
  })
}

/** The objects of a schema: itself, or the branches of a union. */
const objectsIn = (schema: unknown): z.ZodObject[] =>
  schema instanceof z.ZodUnion ? schema.options.flatMap(objectsIn) : schema instanceof z.ZodObject ? [schema] : []

const flagsIn = (part: "query" | "body") => (schema: z.ZodObject) => {
  const docs = docsOfControl(schema).fields ?? {}
  const formatOf = new Map(
    Object.entries(schema.shape).map(([name, field]) => [
      kebabCase(name),
      formats.get(field instanceof z.ZodOptional ? field.unwrap() : field),
    ]),
  )
  return flagsOf(readSchema(schema, "input"), part).map((flag): Flag => {
    const format = formatOf.get(flag.name)
    const description = docs[(flag.at ?? []).slice(1).join(".")] ?? flag.description
    return {
      ...flag,
      ...(format && { type: "string" as const, format }),
      ...(description && { description }),
    }
  })
}

const isOnly = (alias: string, flags: readonly Flag[]) =>
  flags.filter(({ aliases = [] }) => aliases.includes(alias)).length === 1

function asPositional({ array: _, at, short: __, ...flag }: Flag): Positional {
  return { ...flag, required: true, ...(at ? { at } : {}) }
}

/** The commands of `mas mock`, with the arguments and flags of the calls that they name. */
export const mockGroup: CommandGroup = { ...declaredGroup, commands: declaredGroup.commands.map(completed) }
