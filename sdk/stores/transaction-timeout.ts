/** Milliseconds. A timer with a longer delay fires at once. */
const maxTimer = 2 ** 31 - 1

/** The receiver responds to an error of this name as to its own time limit. */
const over = () =>
  Object.assign(new Error("The webhook took longer than its limit: its transaction was rolled back"), {
    name: "TimeoutError",
  })

const ended = () =>
  new Error("tx was used after onEvent had ended, with its transaction: is an await missing before what uses it?")

/** A time limit; it starts when `withTransactionTimeout` is called. */
export interface TransactionTimeout {
  readonly isOver: boolean
  /**
   * Passes a transaction to some work. Rejects on timeout, so that the transaction is rolled back and others get their turn.
   * Later use of the transaction throws: such a write would belong to no transaction.
   */
  run<Tx, R>(tx: Tx, work: (borrowed: Tx) => R): Promise<Awaited<R>>
}

/** Runs work for at most `ms` milliseconds, including the wait for a connection or a lock; then it rejects. */
export async function withTransactionTimeout<R>(
  ms: number,
  run: (limit: TransactionTimeout) => Promise<R>,
): Promise<R> {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<never>((_, reject) => {
    const stop = () => {
      isOver = true
      reject(over())
    }
    timer = setTimeout(stop, Math.min(ms, maxTimer))
    timer.unref?.()
  })
  const limit: TransactionTimeout = {
    get isOver() {
      return isOver
    },
    async run<Tx, R>(tx: Tx, work: (borrowed: Tx) => R): Promise<Awaited<R>> {
      let hasEnded = false
      const checkOpen = () => {
        if (hasEnded) throw ended()
        if (isOver) throw over()
      }
      checkOpen()
      try {
        return await Promise.race([work(guarded(tx, checkOpen)), end])
      } finally {
        hasEnded = !isOver
      }
    },
  }
  try {
    return await Promise.race([run(limit), end])
  } finally {
    clearTimeout(timer)
  }
}

/** `checkOpen` throws once the transaction has ended. */
function guarded<T>(value: T, checkOpen: () => void): T {
  if (Object(value) !== value) return value
  function call(target: object, self: unknown, args: unknown[]): unknown {
    checkOpen()
    return Reflect.apply(target as () => unknown, self, args)
  }
  // Objects that write later are guarded, too: statements, functions, and postgres.js queries, which are sent when awaited.
  function borrow(result: unknown, target: object): unknown {
    if (result === target) return proxy
    const isLater = typeof result === "function" || typeof Object(result).then === "function"
    return isLater ? guarded(result, checkOpen) : result
  }
  // Native methods need the original object as `this`.
  const get = (target: object, name: PropertyKey) => {
    const member: unknown = Reflect.get(target, name)
    if (typeof member !== "function") return member
    return (...args: unknown[]) => {
      const result = call(member, target, name === "savepoint" ? args.map(lending) : args)
      return name === "prepare" ? guarded(result, checkOpen) : borrow(result, target)
    }
  }
  const lending = (work: unknown) => (typeof work === "function" ? (tx: unknown) => work(guarded(tx, checkOpen)) : work)
  const apply = (target: object, self: unknown, args: unknown[]) => borrow(call(target, self, args), target)
  const proxy: T = new Proxy(value as object, { get, apply }) as T
  return proxy
}
