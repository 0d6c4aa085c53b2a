import type { HostClock } from "../../base/host.ts"
import type { Feed, WireResponse } from "./wire.ts"

/** Characters that are written in one go. */
const partLength = 256 * 1024
/** Items of a list that become text at once. */
const itemsAtOnce = 64

/** The body of a response: the JSON text of a value, or a feed of its parts if it is long, so that other requests are answered. */
export function jsonBody(host: HostClock, value: unknown): Pick<WireResponse, "body" | "feed"> {
  const parts = jsonParts(value)
  const first = parts.next()
  const second = first.done ? first : parts.next()
  if (second.done) return { body: first.value ?? null }
  return { body: null, feed: feedOf(host, [String(first.value), String(second.value)], parts) }
}

function feedOf(host: HostClock, begun: string[], parts: Iterator<string>): Feed {
  return {
    async next() {
      const part = begun.shift()
      if (part !== undefined) return part
      await new Promise<void>((resolve) => host.soon(resolve))
      const { done, value } = parts.next()
      return done ? undefined : value
    },
    end() {},
  }
}

/** The text of `JSON.stringify`, in parts. */
export function* jsonParts(value: unknown): Generator<string, undefined> {
  let part = ""
  for (const text of textsOf(value)) {
    part += text
    if (part.length < partLength) continue
    yield part
    part = ""
  }
  if (part !== "") yield part
}

function* textsOf(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null || "toJSON" in value) yield JSON.stringify(value) ?? "null"
  else if (Array.isArray(value)) yield* textsOfItems(value)
  else {
    let before = "{"
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined) continue
      yield `${before}${JSON.stringify(key)}:`
      yield* textsOf(field)
      before = ","
    }
    yield before === "{" ? "{}" : "}"
  }
}

function* textsOfItems(items: readonly unknown[]): Generator<string> {
  if (items.length <= itemsAtOnce) {
    yield JSON.stringify(items)
    return
  }
  for (let at = 0; at < items.length; at += itemsAtOnce) {
    const text = JSON.stringify(items.slice(at, at + itemsAtOnce))
    yield `${at === 0 ? "[" : ","}${text.slice(1, -1)}`
  }
  yield "]"
}
