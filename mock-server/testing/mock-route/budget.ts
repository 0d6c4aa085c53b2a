import { ServiceError } from "../../base/service-error.ts"
import type { ServiceCore } from "../../service/service.ts"
import type { World } from "../../world/world.ts"

/** Maximum number of records in all worlds together; each list that a contact is on counts as one. */
const maxRecords = 50_000
/** Maximum bytes of request bodies and characters of rendered messages, since the main world began. */
const maxSize = 256 * 1024 * 1024

/** Reading a body ended, because there was no room for it. */
export class BodyStopped extends Error {}

/**
 * Bounds what all visitors of a mounted mock store together, so that none can take the memory of the app. A reset of the main
 * world starts anew.
 */
export class StorageBudget {
  #world: World | undefined
  #bodyBytes = 0
  /** For each world, the newest message that was measured, and the characters of all up to it. */
  #measured = new WeakMap<World, { readonly lastId: number; readonly characters: number }>()

  constructor(private readonly service: ServiceCore) {}

  /** Counts the bytes of a body as they are read; stops it when there is no more room, however many bodies arrive at once. */
  counted(body: Request["body"]): Request["body"] {
    if (body === null) return null
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        this.#bodyBytes += chunk.byteLength
        if (this.#bodyBytes > maxSize) throw new BodyStopped()
        controller.enqueue(chunk)
      },
    })
    return body.pipeThrough(counter)
  }

  /** The error for a write to a full mock; undefined while there is room. */
  refusal(): ServiceError | undefined {
    if (this.service.world !== this.#world) {
      this.#world = this.service.world
      this.#bodyBytes = 0
    }
    const worlds = this.service.worlds.list().map(({ world }) => world)
    const records = worlds.reduce((sum, world) => sum + recordCount(world), 0)
    const size = worlds.reduce((sum, world) => sum + this.#messageCharacters(world), this.#bodyBytes)
    return records <= maxRecords && size <= maxSize
      ? undefined
      : new ServiceError(429, fullMessage, { rule: undefined, retryAfter: 3_600 })
  }

  #messageCharacters(world: World): number {
    const { messageContents } = world.tables
    let { lastId, characters } = this.#measured.get(world) ?? { lastId: 0, characters: 0 }
    while (lastId < messageContents.lastId) {
      const { html, text } = messageContents.get(++lastId) ?? {}
      characters += (html?.length ?? 0) + (text?.length ?? 0)
    }
    this.#measured.set(world, { lastId, characters })
    return characters
  }
}

function recordCount({ tables }: World): number {
  let count = Object.values(tables).reduce((sum, { size }) => sum + size, 0)
  for (const { id } of tables.lists.all()) count += tables.contacts.count("list", id)
  return count
}

const fullMessage = `This mounted mock is full: it stores ${maxRecords} records and ${maxSize / 1024 / 1024} MiB. Reset its main world, for example in the dashboard`
