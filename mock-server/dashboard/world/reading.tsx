import type { ComponentChildren } from "preact"
import type { Answer } from "../app/read.ts"

interface ReadingProps<T> {
  readonly answer: Answer<T>
  readonly children: (value: T) => ComponentChildren
}

/** What was read, once it is there. */
export function Reading<T>({ answer, children }: ReadingProps<T>) {
  if (answer === undefined) return <p class="faint">Loading …</p>
  if (answer instanceof Error) return <p class="bad">{answer.message}</p>
  return <>{children(answer)}</>
}
