import { signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "./api.ts"
import { listen, resets } from "./live.ts"

const versions = signal<Readonly<Record<string, number>>>({})

/** The version of a part of the world: it rises with each change, which triggers a reload. */
export const versionOf = (part: string): number => versions.value[part] ?? 0

function raise(parts: readonly string[]): void {
  const next = { ...versions.value }
  for (const part of parts) next[part] = (next[part] ?? 0) + 1
  versions.value = next
}

listen("world", { apply: (changes) => raise(changes.map(({ id }) => String(id))), reset() {} })
listen("timer", { apply: () => raise(["timers"]), reset: () => raise(["timers"]) })

/** The result of a control call: undefined while loading, an Error if it failed. */
export type ReadState<T> = T | Error | undefined

/**
 * Reads the result of a control call. It reloads after each reset and when `of` changes. `of` is what the result
 * depends on: a row, the `versionOf` a part of the world, or `updates` for everything. The old result stays until the
 * new one arrives, unless the path changes. Requests do not overlap, and late responses are dropped.
 */
export function useRead<T>(path: string, of?: unknown): ReadState<T> {
  const life = resets.value
  const [response, setAnswer] = useState<{ readonly path: string; readonly value: ReadState<T> }>()
  const reading = useRef<{ readonly of: string; isStale: boolean } | undefined>(undefined)
  useEffect(() => {
    const mine = { of: `${life} ${path}`, isStale: true }
    if (reading.current?.of === mine.of) {
      reading.current.isStale = true
      return
    }
    reading.current = mine
    const read = async () => {
      while (mine.isStale) {
        mine.isStale = false
        const value = await call<T>("GET", path).catch((error: unknown) =>
          error instanceof Error ? error : new Error(String(error)),
        )
        if (reading.current !== mine) return
        setAnswer({ path, value })
      }
      reading.current = undefined
    }
    void read()
  }, [path, of, life])
  useEffect(() => {
    return () => {
      reading.current = undefined
    }
  }, [])
  return response?.path === path ? response.value : undefined
}

interface ReadingProps<T> {
  readonly response: ReadState<T>
  readonly children: (value: T) => ComponentChildren
}

export function Await<T>({ response, children }: ReadingProps<T>) {
  if (response === undefined) return <p class="faint">Loading …</p>
  if (response instanceof Error) return <p class="bad">{response.message}</p>
  return <>{children(response)}</>
}
