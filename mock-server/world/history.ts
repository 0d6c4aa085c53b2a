import type { KeptRequest } from "./journal.ts"
import { loadSnapshot, type Snapshot, tablesOf, takeSnapshot } from "./snapshot.ts"
import { type Change, watchWorld } from "./watch-world.ts"
import type { World } from "./world.ts"

/** Something that happened as a whole, such as a request with all that it changed. */
export interface Step {
  /** How many changes there were when it was done. */
  readonly position: number
  /** The world's time then. Milliseconds since 1970. */
  readonly at: number
  /** What it was; `begin` is how the world stood when somebody began to look. */
  readonly kind: "begin" | "request" | "work" | "change"
  /** The request's id, the kind of work and its subject, or the part of the world that changed first. */
  readonly about: string
}

/** A state, and what changed after it until the next. */
interface HistorySegment {
  /** How many changes there were before it. */
  readonly start: number
  readonly snapshot: Snapshot
  readonly requests: readonly KeptRequest[]
  readonly changes: Change[]
  /** How many changes it holds before the next begins: a state costs its rows, so the more rows, the rarer. */
  readonly length: number
}

/** How another world comes to stand as this one stood. */
export interface Way {
  /** True where it goes on from where that world is; else that has to be a new one. */
  readonly goesOn: boolean
  /** Where it leads. */
  readonly position: number
  walk(past: World): void
}

const shortest = 10_000
const mostSegments = 8

/**
 * What has changed in a world since somebody began to look: for telling of it live, and for showing the world as it was. The past
 * is the nearest of its own checkpoints run forward again: rows are never changed in place, so a change is kept by holding on to
 * its row. Nothing is written down before the first look, nor when nobody has looked for a long while.
 */
export class History {
  readonly #world: World
  #segments: HistorySegment[] = []
  #steps: Step[] = []
  /** How many steps were forgotten. */
  #firstStep = 0
  #position = 0
  #observers = 0
  #observedAt = 0

  /** `life` names this world among all that there ever were: a reset puts another in its stead. */
  constructor(
    world: World,
    readonly life: string,
  ) {
    this.#world = world
  }

  /** How many changes there were. */
  get position(): number {
    return this.#position
  }

  get isOn(): boolean {
    return this.#segments.length > 0
  }

  /** Begins to write down, for as long as somebody looks and a good while longer. Answers how to stop looking. */
  look(): () => void {
    this.#observers++
    if (!this.isOn) this.#begin()
    return () => {
      this.#observers--
      this.#observedAt = this.#position
    }
  }

  /** The changes after a position; undefined where they are not known any more. */
  since(position: number): readonly Change[] | undefined {
    const [first] = this.#segments
    if (first === undefined || !(position >= first.start && position <= this.#position)) return undefined
    const from = this.#segments.findLastIndex(({ start }) => start <= position)
    return this.#segments
      .slice(from)
      .flatMap(({ start, changes }) => (start < position ? changes.slice(position - start) : changes))
  }

  /** The number of the first step that can be gone back to, and of the last: how the world stands now. */
  get span(): { readonly first: number; readonly last: number } {
    return { first: this.#firstStep, last: this.#firstStep + this.#steps.length - 1 }
  }

  /** A step by its number. */
  step(number: number): Step | undefined {
    return this.#steps[number - this.#firstStep]
  }

  /** Something is done, with all that it changed. */
  mark(): void {
    const before = this.#steps.at(-1)
    if (before === undefined || before.position === this.#position) return
    const changes = this.since(before.position) ?? []
    this.#steps.push({ position: this.#position, at: this.#world.now(), ...describe(changes) })
  }

  /**
   * The way to how the world was after a step: on from a position where another world stands, or from the nearest state before.
   * Undefined where there is no such step any more.
   */
  wayTo(number: number, from: number | undefined): Way | undefined {
    const step = this.step(number)
    const segment = step && this.#segments.findLast(({ start }) => start <= step.position)
    if (step === undefined || segment === undefined) return undefined
    const { start, snapshot, requests, changes } = segment
    const goesOn = from !== undefined && from >= start && from <= step.position
    return {
      goesOn,
      position: step.position,
      walk(past) {
        if (!goesOn) {
          loadSnapshot(past, snapshot)
          past.journal.load(requests)
        }
        for (const { again } of changes.slice(goesOn ? from - start : 0, step.position - start)) again(past)
        past.clock.set({ mode: "frozen", now: step.at })
      },
    }
  }

  #begin(): void {
    this.#addSegment()
    watchWorld(this.#world, (change) => this.#note(change))
    this.#firstStep += this.#steps.length
    this.#steps = [{ position: this.#position, at: this.#world.now(), kind: "begin", about: "" }]
    this.#world.watchers.onChange = () => this.mark()
  }

  #end(): void {
    watchWorld(this.#world, undefined)
    this.#world.watchers.onChange = () => {}
    this.#segments = []
    this.#firstStep += this.#steps.length
    this.#steps = []
  }

  #addSegment(): void {
    const world = this.#world
    const rows = Object.values(tablesOf(world)).reduce((sum, { size }) => sum + size, 0)
    this.#segments.push({
      start: this.#position,
      snapshot: takeSnapshot(world),
      requests: world.journal.dump(),
      changes: [],
      length: Math.max(shortest, Math.ceil(rows / mostSegments)),
    })
    if (this.#segments.length <= mostSegments) return
    this.#segments.shift()
    const start = this.#segments[0]?.start ?? 0
    const kept = this.#steps.findIndex(({ position }) => position >= start)
    const gone = this.#steps.splice(0, kept < 0 ? this.#steps.length : kept)
    this.#firstStep += gone.length
    // One step that changes more than is kept is not known from its beginning.
    if (kept < 0) this.#steps.push({ position: start, at: world.now(), kind: "begin", about: "" })
  }

  #note(change: Change): void {
    const segment = this.#segments.at(-1)
    if (segment === undefined) return
    segment.changes.push(change)
    this.#position++
    if (segment.changes.length < segment.length) return
    const isForgotten = this.#observers === 0 && this.#position - this.#observedAt > segment.length
    if (isForgotten) this.#end()
    else this.#addSegment()
  }
}

function describe(changes: readonly Change[]): Pick<Step, "kind" | "about"> {
  const request = changes.find(({ part, id }) => part === "requests" && id > 0)
  if (request !== undefined) return { kind: "request", about: String(request.id) }
  const work = changes.find(({ work }) => work !== undefined)?.work
  if (work !== undefined) return { kind: "work", about: work }
  return { kind: "change", about: changes[0]?.part ?? "" }
}
