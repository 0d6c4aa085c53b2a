import { readdirSync, readFileSync } from "node:fs"
import type { StateMachine } from "../../mock-server/base/state-machine.ts"

const folder = new URL("../../mock-server/machines/", import.meta.url)

type Table = StateMachine<string, string>

/** A machine, the constant that holds it, and that constant's file. */
export interface NamedMachine {
  readonly file: string
  readonly name: string
  readonly machine: Table
}

/** Every machine of the mock server, by file. */
export async function readMachines(): Promise<NamedMachine[]> {
  const found: NamedMachine[] = []
  for (const file of readdirSync(folder).sort()) {
    const module: Readonly<Record<string, unknown>> = await import(new URL(file, folder).href)
    for (const name of Object.keys(module).sort()) {
      const machine = module[name]
      if (isMachine(machine)) found.push({ file, name, machine })
    }
  }
  return found
}

const isMachine = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && "moves" in value && "next" in value

/** `docs/state-machines.md`: every machine of the mock server as a diagram and a table, with the notes of its source. */
export async function renderStateMachines(): Promise<string> {
  const machines = await readMachines()
  return `${[
    "<!-- Written by `npm run generate` from mock-server/machines. Do not edit. -->",
    "# State machines",
    introduction,
    ...machines.map(({ file, name, machine }) => section(machine, sourceOf(file, name))),
  ].join("\n\n")}\n`
}

const introduction = `A status changes by these tables and in no other way. A move that is not in its table is refused with 409, unless the
specification gives the endpoint another answer. Moves for which the specification has no endpoint are made through the
mock server's control interface.`

/** What the source says of a machine and of its rows. */
interface Source {
  readonly about: string
  /** By the row's text. */
  readonly notes: ReadonlyMap<string, string>
}

function section({ name, initial, moves }: Table, { about, notes }: Source): string {
  const ends = endsOf(moves)
  const arrows = moves.map(([from, on, to]) => `  ${from} --> ${to}: ${on}`)
  const diagram = [`  [*] --> ${initial}`, ...arrows, ...ends.map((state) => `  ${state} --> [*]`)]
  const rows = moves.map((move) => `| ${move.join(" | ")} | ${notes.get(rowKey(move)) ?? ""} |`)
  return [
    `## ${name[0]?.toUpperCase()}${name.slice(1)}`,
    about,
    `\`\`\`mermaid\nstateDiagram-v2\n${diagram.join("\n")}\n\`\`\``,
    ["| from | on | to | note |", "|---|---|---|---|", ...rows].join("\n"),
  ].join("\n\n")
}

/** The states that nothing leads out of, in the order in which they are reached. */
function endsOf(moves: Table["moves"]): string[] {
  const left = new Set(moves.map(([from]) => from))
  return [...new Set(moves.map(([, , to]) => to))].filter((state) => !left.has(state))
}

const rowKey = (move: readonly string[]) => move.join(" ")

function sourceOf(file: string, name: string): Source {
  const text = readFileSync(new URL(file, folder), "utf8")
  const about = new RegExp(`/\\*\\* (.*) \\*/\\nexport const ${name} =`).exec(text)?.[1]
  if (about === undefined) throw new Error(`${file} says nothing about ${name}`)
  const rows = text.slice(text.indexOf(`export const ${name} =`)).matchAll(/\["(\w+)", "(\w+)", "(\w+)"\], \/\/ (.*)/g)
  return { about, notes: new Map([...rows].map(([, from, on, to, note]) => [`${from} ${on} ${to}`, note ?? ""])) }
}
