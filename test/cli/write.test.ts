import { EventEmitter } from "node:events"
import { describe, expect, it } from "vitest"
import { drawnText } from "../../cli/terminal/output/safe-text.ts"
import { write } from "../../cli/terminal/output/write.ts"

/** A stream whose buffer is full, or not. */
class Full extends EventEmitter {
  readonly isTTY = false
  readonly written: (string | Uint8Array)[] = []

  constructor(readonly isFull = true) {
    super()
  }

  write(chunk: string | Uint8Array): boolean {
    this.written.push(chunk)
    return !this.isFull
  }
}

describe("a write", () => {
  it("does not wait if the stream takes more", async () => {
    const sink = new Full(false)
    await write(sink, drawnText("a"))
    expect([sink.written, sink.eventNames()]).toEqual([["a"], []])
  })

  it.each(["drain", "close"])("continues after the stream's %s, and leaves no listener", async (event) => {
    const sink = new Full()
    let isOver = false
    const writing = write(sink, drawnText("a")).then(() => (isOver = true))
    expect(sink.eventNames().sort()).toEqual(["close", "drain"])
    await new Promise(setImmediate)
    expect(isOver).toBe(false)
    sink.emit(event)
    await writing
    expect([sink.written, sink.eventNames()]).toEqual([["a"], []])
  })

  it("continues with a stream whose listeners cannot be removed", async () => {
    const emitter = new EventEmitter()
    const sink = { isTTY: false, write: () => false, once: (event: string, go: () => void) => emitter.once(event, go) }
    const writing = write(sink, drawnText("a"))
    emitter.emit("close")
    await expect(writing).resolves.toBeUndefined()
  })
})
