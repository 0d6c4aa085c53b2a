import { signal } from "@preact/signals"
import { listen } from "../app/live.ts"

const versions = signal<Readonly<Record<string, number>>>({})

listen("world", {
  apply(changes) {
    const next = { ...versions.value }
    for (const { id } of changes) next[id] = (next[id] ?? 0) + 1
    versions.value = next
  },
  reset() {},
})

/** Goes up each time that a part of the world has changed, which says that it is to be read again. */
export const versionOf = (part: string): number => versions.value[part] ?? 0
