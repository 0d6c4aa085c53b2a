import { describe, expect, it } from "vitest"
import * as z from "zod"
import { ServiceError } from "../../mock-server/base/service-error.ts"
import { defineStateMachine, type Move as MoveOf, type StateMachine } from "../../mock-server/base/state-machine.ts"
import { Collection } from "../../mock-server/store/collection.ts"
import type { Row } from "../../mock-server/store/row.ts"
import { readMachines } from "../../scripts/generate/state-machines.ts"
import { type SpecStates, specStates } from "../spec/states.ts"
import { readProjectFile } from "../support/files.ts"
import { mock } from "../support/mock.ts"

type Move = MoveOf<string, string>

const machines = await readMachines()
const overview = readProjectFile("docs/reference/README.md")
const time = { timestamp: () => "2026-03-01T09:00:00.000Z" }

/** The differences between a machine's table and the specification's, in both directions. */
function differences({ initial, moves, can, next }: StateMachine<string, string>, spec: SpecStates): string[] {
  const problems = initial === spec.initial ? [] : [`begins ${initial}, not ${spec.initial}`]
  const targets = new Map(spec.cells.map(({ from, on, to }) => [`${from} ${on}`, to]))
  for (const [from, on] of moves) if (!targets.has(`${from} ${on}`)) problems.push(`${from} ${on} is of no row`)
  for (const { from, on, to } of spec.cells) {
    const rows = moves.filter((move) => move[0] === from && move[1] === on).map(([, , state]) => state)
    const actual = refusalOf(() => next(from, on)) ?? next(from, on)
    const expected = to ?? 409
    if (actual !== expected || can(from, on) !== (to !== undefined) || rows.join() !== (to ?? "")) {
      problems.push(`${from} ${on}: ${actual}, not ${expected}`)
    }
  }
  return problems
}

const specOf = (name: string): SpecStates => {
  const spec = specStates[name]
  if (spec === undefined) throw new Error(`The specification has no ${name}`)
  return spec
}

it("the mock server and the specification have the same machines [8.2]", () => {
  expect(machines.map(({ name }) => name).sort()).toEqual(Object.keys(specStates).sort())
})

const row = z.object({ id: z.int(), status: z.string() })

describe.each(machines)("$name", ({ name, machine, moves }) => {
  const { cells, states, initial } = specOf(name)

  it("makes the moves of the specification, and refuses every other event in every state with 409 [8.2]", () => {
    expect(differences(machine, specOf(name))).toEqual([])
  })

  it("moves a record's status, and keeps it if the move is refused [8.1]", () => {
    for (const { from, on, to } of cells) {
      const rows = new Collection<Row & { readonly status: string }, never, never, typeof machine>({
        row,
        machine,
      })
      const record = rows.insert({ id: 1, status: from })
      const status = refusalOf(() => rows.move(time, record, on))
      expect([status, rows.get(1)?.status], `${from} ${on}`).toEqual(to === undefined ? [409, from] : [undefined, to])
    }
  })

  it("has its table in the reference", () => {
    expect(overview).toContain(moves)
  })

  it("names the record, its state and the refused event in an error", () => {
    for (const { from, on } of cells.filter(({ to }) => to === undefined)) {
      const message = `The ${machine.name} is ${from}: it cannot ${on.split("_").join(" ")}`
      expect(() => machine.next(from, on)).toThrow(new ServiceError(409, message, { rule: "8.1" }))
    }
  })

  it("reaches every state from the initial one [8.2]", () => {
    const reached = new Set([initial])
    // As many rounds as cells: each round reaches at least one more state, or none is left.
    for (const _ of cells) for (const { from, to } of cells) if (to !== undefined && reached.has(from)) reached.add(to)
    expect([...reached].sort()).toEqual([...states].sort())
  })
})

describe("the comparison with the specification", () => {
  const planted = (name: string, change: (moves: Move[]) => Move[]): string[] => {
    const [first, ...others] = change([...(machines.find((one) => one.name === name)?.machine.moves ?? [])])
    return first === undefined ? [] : differences(defineStateMachine(name, [first, ...others]), specOf(name))
  }

  it.each<[fault: string, machine: string, change: (moves: Move[]) => Move[], found: string]>([
    [
      "a failed purchase that is credited",
      "fundingPurchaseMachine",
      (moves) => [...moves, ["failed", "credit", "credited"]],
      "failed credit: credited, not 409",
    ],
    [
      "a completed campaign that resumes",
      "campaignMachine",
      (moves) => [...moves, ["completed", "resume", "live"]],
      "completed resume: live, not 409",
    ],
    [
      "a move that is missing",
      "inviteMachine",
      (moves) => moves.filter(([, on]) => on !== "revoke"),
      "pending revoke: 409, not revoked",
    ],
    [
      "a move to another state",
      "managementGrantMachine",
      (moves) => moves.map(([from, on, to]) => [from, on, on === "release" ? "revoked" : to]),
      "active release: revoked, not released",
    ],
    ["another initial state", "importMachine", (moves) => moves.toReversed(), "begins processing, not pending"],
    [
      "an event that is not specified",
      "flowMachine",
      (moves) => [...moves, ["archived", "revive", "draft"]],
      "archived revive is of no row",
    ],
  ])("detects %s", (_fault, name, change, problem) => {
    expect(planted(name, (moves) => moves)).toEqual([])
    expect(planted(name, change)).toEqual([problem])
  })
})

it("an update cannot change a status: only a machine's table can [8.1]", () => {
  const { world } = mock()
  const { invites } = world.tables
  const invite = invites.get(1)
  if (invite === undefined) throw new Error("there is no seeded invitation")
  // @ts-expect-error: `update` takes no status.
  invites.update(invite, { status: "accepted" })
  expect(invites.move(world, invite, "accept").status).toBe("accepted")
})

/** The status of the error that an action throws; undefined if it does not. */
function refusalOf(act: () => unknown): number | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof ServiceError ? error.status : 500
  }
}
