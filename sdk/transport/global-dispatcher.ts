/** The part of an undici dispatcher (`Agent`, `Pool`, `ProxyAgent`, `MockAgent`…) that the client hands on. */
export interface UndiciDispatcher {
  dispatch(options: object, handler: object): boolean
}

/** Where every copy of undici, Node's own too, keeps the dispatcher for all that names none: the newer place first. */
const places = [Symbol.for("undici.globalDispatcher.2"), Symbol.for("undici.globalDispatcher.1")] as const
let seen: readonly unknown[] = []
let chosen: UndiciDispatcher | undefined

/** The dispatcher that the program has set for all, with `setGlobalDispatcher` or by a flag of Node; undefined for undici's own. */
export function globalDispatcher(): UndiciDispatcher | undefined {
  const [newer, older] = places
  const found = [Reflect.get(globalThis, newer), Reflect.get(globalThis, older)]
  // Asked before every request, and mostly the same.
  if (found[0] !== seen[0] || found[1] !== seen[1]) {
    seen = found
    chosen = found.filter(isDispatcher).find((dispatcher) => !isUndicisOwn(dispatcher))
  }
  return chosen
}

const isDispatcher = (value: unknown): value is UndiciDispatcher =>
  typeof value === "object" && value !== null && "dispatch" in value

/**
 * True for the agent that undici puts there when it loads, which has no settings. Slower than a pool of our own, and
 * without a limit on connections. Anything that is not surely that one was put there by somebody.
 */
function isUndicisOwn(dispatcher: UndiciDispatcher): boolean {
  const { name, prototype } = dispatcher.constructor
  // How a newer undici shows its agent to older ones; the agent itself is at the other place.
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
