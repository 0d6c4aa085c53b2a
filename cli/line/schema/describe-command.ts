import type { CommandSpec, Flag, Positional } from "../command/spec.ts"
import type { CommandSchema } from "../command/tables.ts"
import { argumentsSchema, rulesSchema } from "./rules-schema.ts"
import { safetyOf } from "./safety.ts"

export function describeCommand(command: CommandSpec, schema: CommandSchema | undefined) {
  const { name, words, summary, description, positionals, flags, examples = [], endpoint } = command
  return {
    name,
    command: ["mas", ...words].join(" "),
    summary,
    ...(description ? { description: description.join("\n\n") } : {}),
    safety: safetyOf(command),
    ...(endpoint ? endpointFacts(endpoint) : {}),
    arguments: positionals.map(describePositional),
    flags: flags.map(describeFlag),
    ...(command.exactlyOneOf ? { exactly_one_of: command.exactlyOneOf } : {}),
    input: schema?.input ?? argumentsSchema(positionals, flags),
    output: schema?.output ?? {},
    exit_codes: schema?.exit_codes ?? [],
    examples,
  }
}

function endpointFacts({ method, path, paginated, idempotency, credentials }: NonNullable<CommandSpec["endpoint"]>) {
  return {
    endpoint: `${method} ${path}`,
    credentials,
    ...(paginated ? { page_size: paginated } : {}),
    ...(idempotency ? { idempotency_key: idempotency } : {}),
  }
}

function describePositional({ name, description, required, rest, ...rules }: Positional) {
  return {
    name,
    ...(description ? { description } : {}),
    required: required === true,
    ...(rest ? { takes_the_rest: true } : {}),
    schema: rulesSchema({ ...rules, ...(rest ? { rest } : {}) }),
  }
}

export function describeFlag(flag: Flag) {
  const { name, short, aliases, description, required, within, array, conflicts, implies, at } = flag
  return {
    name: `--${name}`,
    ...(short ? { short: `-${short}` } : {}),
    ...(aliases ? { aliases: aliases.map((alias) => `--${alias}`) } : {}),
    ...(description ? { description } : {}),
    required: required === true && within === undefined,
    ...(required && within ? { required_with: `--${within}` } : {}),
    ...(flag.default === undefined ? {} : { default: flag.default }),
    ...(array ? { repeatable: true } : {}),
    ...(conflicts ? { conflicts: conflicts.map((other) => `--${other}`) } : {}),
    ...(implies ? { needs: implies.map((other) => `--${other}`) } : {}),
    // The path in `input`.
    ...(at ? { sets: at.slice(1).join(".") } : {}),
    schema: rulesSchema(flag),
  }
}
