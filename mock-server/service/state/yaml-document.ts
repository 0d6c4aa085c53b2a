import {
  type Alias,
  Composer,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  type YAMLMap,
} from "yaml"
import { documentDepth, tooDeep } from "../../base/invalid-part.ts"

export { LineCounter }

/** Throws an error with a position: `at` is in characters from the start. */
export type Refuse = (message: string, at: number) => never

/** Maximum number of values from aliases and merges, each counted with its contents. */
const maxRepeated = 1_000_000

/**
 * Parses a text to its nodes in time proportional to its length. Depth is checked token by token: the parser builds its nodes by recursion,
 * and would run out of stack.
 */
export function parseYaml(text: string, lines: LineCounter, refuse: Refuse): unknown {
  lines.addNewLine(0)
  const parser = new Parser(lines.addNewLine)
  function* tokens() {
    for (const lexeme of new Lexer().lex(text)) {
      yield* parser.next(lexeme)
      if (depthOf(parser) > documentDepth) refuse(tooDeep(), parser.offset)
    }
    yield* parser.end()
  }
  // The parser compares each key with all others of its map: `valuesOf` looks for duplicates in a set instead.
  const composer = new Composer({ prettyErrors: false, merge: true, uniqueKeys: false })
  const [document, second] = composer.compose(tokens(), true, text.length)
  const [wrong] = document?.errors ?? []
  if (wrong !== undefined) refuse(wrong.message, wrong.pos[0])
  if (second !== undefined) refuse("a second document begins here: only one is allowed", second.range[0])
  return document?.contents
}

/** The number of open arrays and objects. */
function depthOf({ stack }: Parser): number {
  // The first token is the document. Scalars are only excluded past the limit, because that is slow.
  if (stack.length <= documentDepth + 1) return 0
  return stack.filter(({ type }) => type === "block-map" || type === "block-seq" || type === "flow-collection").length
}

/** The value of an anchor; undefined until it is complete. */
interface Anchored {
  readonly value: unknown
  /** Number of values in it, including itself. */
  readonly size: number
}

/**
 * Converts nodes to values in linear time. An alias gives the same object, and a merge copies its fields. The parser's
 * own conversion searches each anchor from the start of the document, and copies a map for each merge.
 */
export function valuesOf(contents: unknown, refuse: Refuse): unknown {
  const anchors = new Map<string, Anchored | undefined>()
  let count = 0
  let repeated = 0

  function toValue(node: unknown): unknown {
    if (isAlias(node)) return anchoredBy(node).value
    const before = count++
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined
    if (anchor !== undefined) anchors.set(anchor, undefined)
    const value = valueWithin(node)
    if (anchor !== undefined) anchors.set(anchor, { value, size: count - before })
    return value
  }

  function valueWithin(node: unknown): unknown {
    if (isScalar(node)) return node.value
    if (isSeq(node)) return node.items.map(toValue)
    if (isMap(node)) return objectOf(node)
    return isPair(node) ? { [nameOf(node.key)]: toValue(node.value) } : null
  }

  function anchoredBy({ source, range }: Alias): Anchored {
    const at = range?.[0] ?? 0
    const anchored = anchors.get(source)
    if (anchored === undefined) {
      if (anchors.has(source)) return refuse(`the alias *${source} is inside its own anchor`, at)
      return refuse(`the alias *${source} has no anchor: there is no &${source} before it`, at)
    }
    count += anchored.size
    repeated += anchored.size
    if (repeated > maxRepeated) refuse(`the aliases up to here make more than ${maxRepeated} values`, at)
    return anchored
  }

  function objectOf({ items }: YAMLMap): object {
    const names = new Set<string>()
    const fields = new Map<string, unknown>()
    for (const { key, value } of items) {
      count++
      if (isMergeKey(key)) {
        merge(fields, value, startOf(key))
        continue
      }
      const name = nameOf(key)
      if (names.has(name)) refuse("Map keys must be unique", startOf(key))
      names.add(name)
      fields.set(name, toValue(value))
    }
    // Creates own fields, even for `__proto__`, which is refused later by name.
    return Object.fromEntries(fields)
  }

  /** Adds the missing fields of a map, or of each map in a list. */
  function merge(fields: Map<string, unknown>, node: unknown, at: number): void {
    const source = toValue(node)
    for (const map of Array.isArray(source) ? source : [source]) {
      if (typeof map !== "object" || map === null || Array.isArray(map)) {
        refuse("Merge sources must be maps or map aliases", at)
      }
      for (const [name, value] of Object.entries(map)) if (!fields.has(name)) fields.set(name, value)
    }
  }

  function nameOf(key: unknown): string {
    const name = isAlias(key) ? anchoredBy(key).value : isScalar(key) ? key.value : key
    return typeof name === "object" && name !== null ? refuse("a key must be text", startOf(key)) : String(name ?? "")
  }

  return toValue(contents)
}

/** Whether a key is `<<`, which merges; in quotes it is a key like any other. */
const isMergeKey = (key: unknown): boolean =>
  isScalar(key) &&
  (key.type === undefined || key.type === "PLAIN") &&
  (key.value === "<<" || (typeof key.value === "symbol" && key.value.description === "<<"))

const startOf = (node: unknown): number =>
  isMap(node) || isSeq(node) || isScalar(node) || isAlias(node) ? (node.range?.[0] ?? 0) : 0

/** The path of each part of a document, and the start of its key or item. */
export function* placesIn(node: unknown, path = ""): Generator<[string, number]> {
  if (!isMap(node) && !isSeq(node)) return
  const within = path === "" ? "" : `${path}.`
  for (const [index, item] of node.items.entries()) {
    const [at, key, value] = isPair(item) ? [item.key, keyOf(item.key), item.value] : [item, String(index), item]
    if (isNode(at) && at.range) yield [within + key, at.range[0]]
    yield* placesIn(value, within + key)
  }
}

const keyOf = (key: unknown): string => String(isScalar(key) ? key.value : key)
