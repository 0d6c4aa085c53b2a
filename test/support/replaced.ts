const names = [
  ...["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "queueMicrotask", "Date"],
  ...["performance", "process", "fetch", "crypto", "Request", "Response", "ReadableStream", "URL"],
]
const originals = new Map(names.map((name) => [name, Reflect.get(globalThis, name)]))

/**
 * Files share globals, so a replacement left by one file can make another hang, for instance a fake `setTimeout`.
 * Beware of a spy over fake timers: Vitest restores all spies again after each file, and with them the fakes.
 */
export function throwReplaced(): void {
  const replacedNames = names.filter((name) => Reflect.get(globalThis, name) !== originals.get(name))
  for (const name of replacedNames) Reflect.set(globalThis, name, originals.get(name))
  if (replacedNames.length > 0)
    throw new Error(`Left replaced, here or in the file before: ${replacedNames.join(", ")}`)
}
