import { type Change, watchWorld } from "./watch-world.ts"
import type { World } from "./world.ts"

const minKept = 50_000
/** Without a reader, recording ends after this many changes. */
const keptWithoutReaders = 10_000

/**
 * Which rows of a world have changed, for live updates: at least the newest 50,000 changes. Recording starts with the first
 * reader and stops long after the last.
 * @internal
 */
export class ChangeLog {
  #changes: Change[] = []
  /** Number of changes before the kept ones. */
  #start = 0
  #isOn = false
  #readers = 0
  #readAt = 0
  #unwatch: () => void = () => {}

  /** `life` identifies this world: a reset replaces it with another one. */
  constructor(
    private readonly world: World,
    readonly life: string,
  ) {}

  /** Number of changes recorded. */
  get position(): number {
    return this.#start + this.#changes.length
  }

  /** Records changes until long after the last reader. Returns a function that ends this reader. */
  follow(): () => void {
    this.#readers++
    if (!this.#isOn) this.#unwatch = watchWorld(this.world, (change) => this.#add(change))
    this.#isOn = true
    return () => {
      this.#readers--
      this.#readAt = this.position
    }
  }

  /** The changes after a position; undefined if they are no longer kept. */
  since(position: number): readonly Change[] | undefined {
    const isKept = this.#isOn && position >= this.#start && position <= this.position
    return isKept ? this.#changes.slice(position - this.#start) : undefined
  }

  #add({ part, id }: Change): void {
    this.#changes.push({ part, id })
    if (this.#readers === 0 && this.position - this.#readAt > keptWithoutReaders) {
      this.#unwatch()
      this.#isOn = false
      this.#forget(this.#changes.length)
    } else if (this.#changes.length >= 2 * minKept) this.#forget(minKept)
  }

  #forget(count: number): void {
    this.#start += count
    this.#changes = this.#changes.slice(count)
  }
}
