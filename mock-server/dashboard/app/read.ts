import { useEffect, useState } from "preact/hooks"
import { call } from "./api.ts"
import { past } from "./past.ts"

/** What a control call answers: undefined while it is under way, an Error where it is refused. */
export type Answer<T> = T | Error | undefined

/**
 * Reads what a control call answers, and again when `of` is another. Meanwhile what was there stays, as long as the path does; what
 * comes late and is asked for no more is dropped.
 */
export function useRead<T>(path: string, of?: unknown): Answer<T> {
  const step = past.value?.step
  const [answer, setAnswer] = useState<{ readonly path: string; readonly value: Answer<T> }>()
  useEffect(() => {
    let isWanted = true
    const take = (value: Answer<T>) => isWanted && setAnswer({ path, value })
    call<T>("GET", path).then(take, (error: unknown) => take(error instanceof Error ? error : new Error(String(error))))
    return () => {
      isWanted = false
    }
  }, [path, of, step])
  return answer?.path === path ? answer.value : undefined
}
