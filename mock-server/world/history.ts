import type { KeptRequest } from "./journal.ts"
import { loadSnapshot, type SnapshotState, tablesOf, takeSnapshot } from "./snapshot.ts"
import { type Change, watchWorld } from "./watch-world.ts"
import type { World } from "./world.ts"

/** A step of the history, such as a request with all its changes. */
export interface Step {
  /** Number of changes at its end. */
  readonly position: number
  /** The world's time then. Milliseconds since 1970. */
  readonly at: number
  /** Its kind; `begin` is the state when recording began. */
  readonly kind: "begin" | "request" | "work" | "change"
  /** The request's id, the kind of work with its subject, or the part of the world that changed first. */
  readonly about: string
}

/** A snapshot, and the changes until the next one. */
interface HistorySegment {
  /** Number of changes before it. */
  readonly start: number
  readonly snapshot: SnapshotState
  readonly requests: readonly KeptRequest[]
  readonly changes: Change[]
  /** Number of changes until the next snapshot. A snapshot costs as much as the world has rows, so large worlds have fewer. */
  readonly length: number
}

const minLength = 10_000
const maxSegments = 8

/**
 * Records the changes of a world, for live updates and for viewing past states. A past state is the nearest snapshot
 * with its changes replayed. Rows are immutable, so a change is recorded by keeping its row. Recording starts with the
 * first reader and stops long after the last.
 * @internal
 */
export class History {
  #segments: HistorySegment[] = []
  #steps: Step[] = []
  #firstStep = 0
  #position = 0
  #observers = 0
  #observedAt = 0

  /** `life` identifies this world: a reset replaces it with another one. */
  constructor(
    private readonly world: World,
    readonly life: string,
  ) {}

  get position(): number {
    return this.#position
  }

  get isOn(): boolean {
    return this.#segments.length > 0
  }

  /** Starts recording, until long after the last reader. Returns a function that ends this reader. */
  look(): () => void {
    this.#observers++
    if (!this.isOn) this.#begin()
    return () => {
      this.#observers--
      this.#observedAt = this.#position
    }
  }

  /** The changes after a position; undefined if they are no longer kept. */
  since(position: number): readonly Change[] | undefined {
    const [first] = this.#segments
    if (first === undefined || !(position >= first.start && position <= this.#position)) return undefined
    const from = this.#segments.findLastIndex(({ start }) => start <= position)
    return this.#segments
      .slice(from)
      .flatMap(({ start, changes }) => (start < position ? changes.slice(position - start) : changes))
  }

  /** The numbers of the first and the last available step; the last is the current state. */
  get span(): { readonly first: number; readonly last: number } {
    return { first: this.#firstStep, last: this.#firstStep + this.#steps.length - 1 }
  }

  step(number: number): Step | undefined {
    return this.#steps[number - this.#firstStep]
  }

  mark(): void {
    const before = this.#steps.at(-1)
    if (before === undefined || before.position === this.#position) return
    const changes = this.since(before.position) ?? []
    this.#steps.push({ position: this.#position, at: this.world.now(), ...describe(changes) })
  }

  /** Brings a new world to the state after a kept step: loads the snapshot before it and replays the changes. */
  replay({ position, at }: Step, past: World): void {
    const segment = this.#segments.findLast(({ start }) => start <= position)
    if (segment === undefined) return
    loadSnapshot(past, segment.snapshot)
    past.journal.load(segment.requests)
    for (const { again } of segment.changes.slice(0, position - segment.start)) again(past)
    past.clock.set({ mode: "frozen", now: at })
  }

  #begin(): void {
    this.#addSegment()
    watchWorld(this.world, (change) => this.#note(change))
    this.#firstStep += this.#steps.length
    this.#steps = [{ position: this.#position, at: this.world.now(), kind: "begin", about: "" }]
    this.world.watchers.onChange = () => this.mark()
  }

  #end(): void {
    watchWorld(this.world, undefined)
    this.world.watchers.onChange = () => {}
    this.#segments = []
    this.#firstStep += this.#steps.length
    this.#steps = []
  }

  #addSegment(): void {
    const world = this.world
    const rows = Object.values(tablesOf(world)).reduce((sum, { size }) => sum + size, 0)
    this.#segments.push({
      start: this.#position,
      snapshot: takeSnapshot(world),
      requests: world.journal.dump(),
      changes: [],
      length: Math.max(minLength, Math.ceil(rows / maxSegments)),
    })
    if (this.#segments.length <= maxSegments) return
    this.#segments.shift()
    const start = this.#segments[0]?.start ?? 0
    const kept = this.#steps.findIndex(({ position }) => position >= start)
    const gone = this.#steps.splice(0, kept < 0 ? this.#steps.length : kept)
    this.#firstStep += gone.length
    // A step with more changes than are kept gets a new beginning.
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
