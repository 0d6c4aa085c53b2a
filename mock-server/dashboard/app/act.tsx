import type { ComponentChildren, TargetedSubmitEvent } from "preact"
import { useState } from "preact/hooks"
import { Refused } from "./api.ts"
import { isBusy, showDone, warn } from "./notices.ts"

/** Runs an action and shows its result: `done`, or what `work` returns if that is text. The stream brings changes. */
export type Act = (work: () => Promise<unknown>, done?: ComponentChildren) => Promise<void>

export const Problem = (props: { readonly text: string; readonly close?: (() => void) | undefined }) => (
  <p class="problem" role="alert">
    <span class="grow">
      <bdi>{props.text}</bdi>
    </span>
    {props.close && (
      <button type="button" class="quiet" aria-label="Close the error" onClick={props.close}>
        ✕
      </button>
    )}
  </p>
)

/** For errors shown beside their cause: render `problem` there. */
export function useAct() {
  const [error, setError] = useState<Error>()
  const act: Act = (work, done = "") => {
    setError(undefined)
    return attempt(work, done, setError)
  }
  return { act, error, problem: error && <Problem text={error.message} close={() => setError(undefined)} /> }
}

interface DoProps {
  readonly work: () => Promise<unknown>
  readonly done?: ComponentChildren
  readonly children: ComponentChildren
  /** `main` for the primary action, `danger` for destructive ones. */
  readonly kind?: "main" | "danger" | ""
  /** The accessible name, if it differs from the visible text. */
  readonly name?: string
  readonly title?: string
  readonly disabled?: boolean
  /** True in a menu. The menu closes, so an error is shown at the top of the page. */
  readonly inMenu?: boolean
}

/** A button that runs an action; an error is shown beside it. */
export function ActionButton({ work, done, kind = "", name, children, inMenu = false, ...props }: DoProps) {
  const { act: actHere, problem } = useAct()
  return (
    <>
      <button
        type="button"
        class={kind}
        aria-label={name}
        {...props}
        onClick={() => (inMenu ? act : actHere)(work, done)}
      >
        {children}
      </button>
      {problem}
    </>
  )
}

/**
 * The state of a form: `start` has the initial values, keyed by the field names of errors. An error about only these
 * fields is shown only at them.
 */
export function useForm<Name extends string>(start: Readonly<Record<Name, string>>) {
  const [values, setValues] = useState(start)
  const { act, error, problem } = useAct()
  const wrong = error instanceof Refused ? error.fields : {}
  const isAtFields = Object.keys(wrong).length > 0 && Object.keys(wrong).every((name) => name in start)
  const ruleOf = (name: string) => {
    const rule = wrong[name]
    // "or body is required" continues the field's name.
    return rule?.startsWith("or ") ? `${name} ${rule}` : rule
  }
  const change = (changes: Partial<Record<Name, string>>) => setValues((before) => ({ ...before, ...changes }))
  const field = (name: Name) => ({
    value: values[name],
    set: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    error: ruleOf(name),
  })
  return { values, change, field, act, problem: !isAtFields && problem }
}

/** Handles the submission of a form instead of loading another page. */
export const instead = (work: (form: HTMLFormElement) => unknown) => (event: TargetedSubmitEvent<HTMLFormElement>) => {
  event.preventDefault()
  work(event.currentTarget)
}

interface FormProps extends Pick<DoProps, "work" | "done" | "kind" | "children"> {
  readonly form: { readonly act: Act; readonly problem: ComponentChildren }
  readonly submit: string
}

export const Form = ({ form: { act, problem }, work, done, kind = "main", submit, children }: FormProps) => (
  <form class="form" onSubmit={instead(() => act(work, done))}>
    {children}
    <button type="submit" class={kind}>
      {submit}
    </button>
    {problem}
  </form>
)

/** Like `useAct`, for actions whose cause is not on the page or may disappear: errors are shown at the top. */
export const act: Act = (work, done = "") => attempt(work, done, ({ message }) => warn(message))

async function attempt(work: () => Promise<unknown>, done: ComponentChildren, fail: (error: Error) => void) {
  isBusy.value = true
  showDone(undefined)
  warn(undefined)
  try {
    const outcome = await work()
    showDone(typeof outcome === "string" ? outcome : done)
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)))
  } finally {
    isBusy.value = false
  }
}
