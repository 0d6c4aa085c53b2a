/** The part of an undici dispatcher (`Agent`, `Pool`, `ProxyAgent`, `MockAgent`…) that the client uses. */
export interface UndiciDispatcher {
  /** Sends a request. */
  dispatch(options: object, handler: object): boolean
}

/** The places where every copy of undici, including Node's, stores the global dispatcher; the newer first. */
const symbols = [Symbol.for("undici.globalDispatcher.2"), Symbol.for("undici.globalDispatcher.1")] as const
let lastSeen: readonly unknown[] = []
let chosen: UndiciDispatcher | undefined

/** The dispatcher that the program set with `setGlobalDispatcher` or a Node flag; undefined for undici's default. */
export function globalDispatcher(): UndiciDispatcher | undefined {
  const [newer, older] = symbols
  const current = [Reflect.get(globalThis, newer), Reflect.get(globalThis, older)]
  // Cached: asked before every request, and it seldom changes.
  if (current[0] !== lastSeen[0] || current[1] !== lastSeen[1]) {
    lastSeen = current
    chosen = current.filter(isDispatcher).find((dispatcher) => !isUndicisOwn(dispatcher))
  }
  return chosen
}

const isDispatcher = (value: unknown): value is UndiciDispatcher =>
  typeof value === "object" && value !== null && "dispatch" in value

/**
 * True for undici's default agent. It is slower than our own pool and has no connection limit. Any other dispatcher was set on
 * purpose.
 */
function isUndicisOwn(dispatcher: UndiciDispatcher): boolean {
  const { name, prototype } = dispatcher.constructor
  // A newer undici wraps its agent for older ones; the agent itself is at the other place.
  if (name === "Dispatcher1Wrapper") return true
  if (name !== "Agent" || dispatcher.dispatch !== Reflect.get(Object(prototype), "dispatch")) return false
  const setting = (called: string) =>
    Object.getOwnPropertySymbols(dispatcher)
      .filter(({ description }) => description === called)
      .map((symbol): unknown => Reflect.get(dispatcher, symbol))[0]
  const [options, factory] = [setting("options"), setting("factory")]
  const isPlain = (value: unknown) => value === undefined || value === Infinity
  return (
    typeof options === "object" &&
    options !== null &&
    Object.values(options).every(isPlain) &&
    typeof factory === "function" &&
    factory.name === "defaultFactory"
  )
}
