import { Socket } from "node:net"
import { runInThisContext } from "node:vm"
import { replaceFunctions } from "../../base/fake-timers.ts"
import { hostClock } from "../../base/host.ts"

/** The real process. Jest's `process` is a copy without events and some functions. */
export const hostProcess: NodeJS.Process = runInThisContext("process")

interface Traffic {
  /** Bytes read at the last look. */
  read: number
  /** True if it has written, and read nothing since. */
  isAsking: boolean
  /** Number of waits that timed out. */
  vain: number
}

/** Maximum milliseconds to await one piece of work: an unrelated poll never ends. */
const maxWait = 10_000

/** Maximum milliseconds between parts of a response, and a minimum number of looks, for a busy machine. */
const pauseInResponse = 20
const turnsInResponse = 20
/** Timed-out waits after which a socket is ignored: it waits for something else, such as a job in Redis or a lock. */
const maxVain = 2

/**
 * The real work that Node shows as pending: files, lookups, connections, child processes, and sockets that have written and read
 * no response yet. Node does not show thread pool work (zlib, crypto), worker threads and native addons.
 */
export class RealWork {
  readonly #sockets = new WeakMap<object, Traffic>()
  /** Work that is unrelated to the run, or hangs. */
  readonly #ignored = new WeakSet<object>()
  /** Start time of the wait for each piece of work. */
  #since = new Map<object, number>()
  #lastRead = -Infinity
  #looksSince = turnsInResponse
  /** The work that was pending at the last look. */
  #pending: object[] = []
  /** Whether a socket was used: its close may take several turns in which Node shows nothing. */
  hasSockets = false
  /** Increases with each observed activity. */
  activity = 0
  /** Stops observing. */
  readonly end: () => void

  constructor() {
    for (const one of [...listOf("_getActiveRequests"), ...listOf("_getActiveHandles")])
      if (!(one instanceof Socket)) this.#ignored.add(one)
    this.end = onWrite((socket) => this.#asks(socket))
  }

  /** Whether work is pending. With `withParts`, a response whose last part has just arrived may continue. */
  isPending(withParts: boolean): boolean {
    const handles = listOf("_getActiveHandles").filter((one) =>
      one instanceof Socket ? this.#isAsking(one) : isChild(one),
    )
    const pending = [...listOf("_getActiveRequests"), ...handles].filter((one) => !this.#ignored.has(one))
    const now = hostClock.elapsed()
    this.#since = new Map(pending.map((one) => [one, this.#since.get(one) ?? now]))
    const late = pending.filter((one) => now - (this.#since.get(one) ?? now) > maxWait)
    if (late.length > 0) {
      this.#giveUpOn(late)
      return this.isPending(withParts)
    }
    if (pending.some((one, index) => this.#pending[index] !== one)) this.activity++
    this.#pending = pending
    return pending.length > 0 || (withParts && this.#mayGoOn())
  }

  /** Stops awaiting the pending work, which hangs. */
  giveUp(): void {
    this.#giveUpOn(this.#pending)
    this.#pending = []
  }

  #giveUpOn(what: readonly object[]): void {
    for (const one of what) {
      const traffic = this.#sockets.get(one)
      if (traffic === undefined) this.#ignored.add(one)
      else Object.assign(traffic, { isAsking: false, vain: traffic.vain + 1 })
    }
  }

  #mayGoOn(): boolean {
    return this.#looksSince++ < turnsInResponse || hostClock.elapsed() - this.#lastRead < pauseInResponse
  }

  #asks(socket: Socket): void {
    if (!isClient(socket)) return
    const state = this.#sockets.get(socket) ?? { vain: 0 }
    this.#sockets.set(socket, { ...state, read: socket.bytesRead, isAsking: true })
    this.hasSockets = true
    this.activity++
  }

  #isAsking(socket: Socket): boolean {
    const state = this.#sockets.get(socket)
    if (state === undefined) return socket.connecting
    if (state.read !== socket.bytesRead) {
      Object.assign(state, { read: socket.bytesRead, isAsking: false })
      this.#lastRead = hostClock.elapsed()
      this.#looksSince = 0
      this.activity++
    }
    return state.vain < maxVain && state.isAsking
  }
}

/** Excludes sockets of servers in this process, which wait for requests, and standard streams. */
const isClient = (socket: Socket): boolean => !("_isStdio" in socket) && !Object(socket).server

const isChild = (one: object): boolean => "spawnfile" in one

/** Calls `tell` before any socket of this process writes. Returns a function that stops it. */
function onWrite(tell: (socket: Socket) => void): () => void {
  const { write, end } = Socket.prototype
  const observed = (before: (...args: never) => unknown) =>
    function (this: Socket, ...args: never) {
      tell(this)
      return Reflect.apply(before, this, args)
    }
  return replaceFunctions(Socket.prototype, { write: observed(write), end: observed(end) })
}

/** Node's internal lists, which other runtimes may lack. */
function listOf(name: "_getActiveHandles" | "_getActiveRequests"): readonly object[] {
  const list: unknown = Reflect.get(hostProcess, name)?.call(hostProcess)
  return Array.isArray(list) ? list : []
}
