import { readdirSync, readFileSync } from "node:fs"
import type { StateMachine } from "../../mock-server/base/state-machine.ts"
import { table } from "./reference/markdown.ts"

const folder = new URL("../../mock-server/resources/", import.meta.url)

type Table = StateMachine<string, string>

/** A machine, and the constant that holds it. */
export interface NamedMachine {
  readonly name: string
  readonly machine: Table
  /** Its moves as a Markdown table, with the comments of its source. */
  readonly moves: string
}

/** Every machine of the mock server, by noun. */
export async function readMachines(): Promise<NamedMachine[]> {
  const found: NamedMachine[] = []
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isMachineFile).sort()) {
    const source = readFileSync(new URL(file, folder), "utf8")
    const module: Readonly<Record<string, unknown>> = await import(new URL(file, folder).href)
    for (const name of Object.keys(module).sort()) {
      const machine = module[name]
      if (isMachine(machine)) found.push({ name, machine, moves: movesOf(machine, notesIn(source, name)) })
    }
  }
  return found
}

const isMachineFile = (path: string) => path.endsWith("machine.ts")

const isMachine = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && "moves" in value && "next" in value

function movesOf({ moves }: Table, notes: ReadonlyMap<string, string>): string {
  const rows = moves.map((move) => [...move.map((word) => `\`${word}\``), notes.get(move.join(" ")) ?? ""])
  if (notes.size > 0) return table(["from", "on", "to", "note"], rows)
  return table(
    ["from", "on", "to"],
    rows.map((row) => row.slice(0, 3)),
  )
}

/** The trailing comments of a machine's rows, by row. */
function notesIn(source: string, name: string): Map<string, string> {
  const rows = source
    .slice(source.indexOf(`export const ${name} =`))
    .matchAll(/\["(\w+)", "(\w+)", "(\w+)"\], \/\/ (.*)/g)
  return new Map([...rows].map(([, from, on, to, note]) => [`${from} ${on} ${to}`, note ?? ""]))
}
