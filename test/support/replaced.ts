const names = [
  ...["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "queueMicrotask", "Date"],
  ...["performance", "process", "fetch", "crypto", "Request", "Response", "ReadableStream", "URL"],
]
const own = new Map(names.map((name) => [name, Reflect.get(globalThis, name)]))

/**
 * Files share their globals, so that what one of them leaves replaced makes another one hang: a `setTimeout` that stands
 * still, for instance. Beware of a spy over fake timers: Vitest restores all spies once more after each file, and so the fakes.
 */
export function throwReplaced(): void {
  const left = names.filter((name) => Reflect.get(globalThis, name) !== own.get(name))
  for (const name of left) Reflect.set(globalThis, name, own.get(name))
  if (left.length > 0) throw new Error(`Left replaced, here or in the file before: ${left.join(", ")}`)
}
