/** Milliseconds; a timer that is set for longer fires at once. */
const longestTimer = 2 ** 31 - 1

const over = () => new Error("The webhook outlived its lease: its transaction is undone")

/**
 * Does something with a transaction for so many milliseconds at most; then it rejects, so that the transaction is undone and
 * others get their turn. Whoever uses it after its end gets an error: what was written then would be part of none.
 */
export async function lend<Tx, R>(tx: Tx, ms: number, work: (lent: Tx) => R): Promise<Awaited<R>> {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(over()), Math.min(ms, longestTimer))
    timer.unref?.()
  })
  try {
    return await Promise.race([work(guarded(tx, () => isOver)), limit])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

function guarded<T>(value: T, isOver: () => boolean): T {
  if (Object(value) !== value) return value
  function call(target: object, self: unknown, args: unknown[]): unknown {
    if (isOver()) throw over()
    return Reflect.apply(target as () => unknown, self, args)
  }
  // What writes later is lent as well: a statement, a function, and a query that postgres.js sends when it is waited for.
  function lent(result: unknown, target: object): unknown {
    if (result === target) return proxy
    const isLater = typeof result === "function" || typeof Object(result).then === "function"
    return isLater ? guarded(result, isOver) : result
  }
  // Methods of what is not written in JavaScript want the object itself.
  const get = (target: object, name: PropertyKey) => {
    const own: unknown = Reflect.get(target, name)
    if (typeof own !== "function") return own
    return (...args: unknown[]) => {
      const result = call(own, target, name === "savepoint" ? args.map(lending) : args)
      return name === "prepare" ? guarded(result, isOver) : lent(result, target)
    }
  }
  const lending = (work: unknown) => (typeof work === "function" ? (tx: unknown) => work(guarded(tx, isOver)) : work)
  const apply = (target: object, self: unknown, args: unknown[]) => lent(call(target, self, args), target)
  const proxy: T = new Proxy(value as object, { get, apply }) as T
  return proxy
}
