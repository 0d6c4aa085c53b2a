import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { Refused } from "./api.ts"
import { isBusy, say, warn } from "./said.ts"

/** Does something to the world and says what came of it: what `work` answers, where that is text. What changed comes by the stream. */
export type Act = (work: () => Promise<unknown>, done?: ComponentChildren) => Promise<void>

/** What went wrong; it stays until it is closed. */
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

interface Acting {
  readonly act: Act
  /** What went wrong, to be put beside what caused it. */
  readonly problem: ComponentChildren
  /** What is wrong with a field of a form. */
  readonly at: (field: string) => string | undefined
}

/** Errors stay beside what caused them. Name the fields of a form whose errors are shown at the field itself. */
export function useAct(fields: readonly string[] = []): Acting {
  const [error, setError] = useState<Error>()
  const wrong = error instanceof Refused ? Object.keys(error.fields) : []
  const isAtFields = wrong.length > 0 && wrong.every((name) => fields.includes(name))
  return {
    act: (work, done = "") => {
      setError(undefined)
      return attempt(work, done, setError)
    },
    problem: error && !isAtFields && <Problem text={error.message} close={() => setError(undefined)} />,
    at: (field) => {
      const rule = error instanceof Refused ? error.fields[field] : undefined
      // "or body is required" goes on from the field's name.
      return rule?.startsWith("or ") ? `${field} ${rule}` : rule
    },
  }
}

interface DoProps {
  readonly work: () => Promise<unknown>
  readonly done?: ComponentChildren
  readonly children: ComponentChildren
  /** `main` is what is mostly wanted, `danger` what destroys. */
  readonly kind?: "main" | "danger" | ""
  /** What a screen reader hears, where that is more than what is seen. */
  readonly name?: string
  readonly title?: string
  readonly disabled?: boolean
  /** Whether it stands in a menu. That closes, so an error stands on top of the page. */
  readonly inMenu?: boolean
}

/** A button that does something; an error stands beside it. */
export function Do({ work, done, kind = "", name, children, inMenu = false, ...given }: DoProps) {
  const { act: actHere, problem } = useAct()
  return (
    <>
      <button
        type="button"
        class={kind}
        aria-label={name}
        {...given}
        onClick={() => (inMenu ? act : actHere)(work, done)}
      >
        {children}
      </button>
      {problem}
    </>
  )
}

/** What is typed into a form: `start` has what each field holds at first, by the name that errors name it by. */
export function useForm<Name extends string>(start: Readonly<Record<Name, string>>) {
  const [values, setValues] = useState(start)
  const { act, problem, at } = useAct(Object.keys(start))
  const change = (changes: Partial<Record<Name, string>>) => setValues((before) => ({ ...before, ...changes }))
  /** What a field is given: what it holds, how that is changed, and what is wrong with it. */
  const field = (name: Name) => ({
    value: values[name],
    set: (value: string) => setValues((before) => ({ ...before, [name]: value })),
    error: at(name),
  })
  return { values, change, field, act, problem }
}

interface FormProps extends Pick<DoProps, "work" | "done" | "kind" | "children"> {
  readonly form: Pick<Acting, "act" | "problem">
  /** What its button says. */
  readonly submit: string
}

/** A form that does something; errors stand at its fields, or below. */
export const Form = ({ form: { act, problem }, work, done, kind = "main", submit, children }: FormProps) => (
  <form
    class="form"
    onSubmit={(event) => {
      event.preventDefault()
      void act(work, done)
    }}
  >
    {children}
    <button type="submit" class={kind}>
      {submit}
    </button>
    {problem}
  </form>
)

/** The same where nothing on the page caused it, or what did may be gone. */
export const act: Act = (work, done = "") => attempt(work, done, ({ message }) => warn(message))

async function attempt(work: () => Promise<unknown>, done: ComponentChildren, fail: (error: Error) => void) {
  isBusy.value = true
  say(undefined)
  warn(undefined)
  try {
    const outcome = await work()
    say(typeof outcome === "string" ? outcome : done)
  } catch (error) {
    fail(error instanceof Error ? error : new Error(String(error)))
  } finally {
    isBusy.value = false
  }
}
