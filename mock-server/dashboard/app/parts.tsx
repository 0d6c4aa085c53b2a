// In every view `<bdi>` holds text from outside: its direction (such as right to left) does not affect the text around it.
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { act } from "./act.tsx"
import { Moment } from "./times.tsx"

export type Tone = "good" | "bad" | "warn" | "info" | "quiet"

export interface Status {
  readonly word: string
  readonly tone: Tone
}

/** Says the same as the colour, for whoever does not see it. */
const signs: Readonly<Record<Tone, string>> = { good: "✓", bad: "✕", warn: "!", info: "→", quiet: "·" }

export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return (
    <span class={`badge ${tone}`}>
      <i class="sign" aria-hidden="true">
        {signs[tone]}
      </i>
      {children}
    </span>
  )
}

export function Part(props: { readonly title: ComponentChildren; readonly children: ComponentChildren }) {
  return (
    <section class="part">
      <h3>{props.title}</h3>
      {props.children}
    </section>
  )
}

/** Names and values; what has no value is left out. Text may be from outside. */
export const Facts = ({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) => (
  <dl class="facts">
    {Object.entries(facts).map(
      ([name, value]) =>
        value && (
          <>
            <dt>
              <bdi>{name}</bdi>
            </dt>
            <dd>{typeof value === "string" ? <bdi>{value}</bdi> : value}</dd>
          </>
        ),
    )}
  </dl>
)

interface LineProps {
  readonly title: ComponentChildren
  /** Said in full where the line is too narrow. */
  readonly whole: string
  readonly status: Status
  readonly about: string
  readonly more?: ComponentChildren
  readonly at: string
}

/** A row of a list: what it is and its state, then what it is about and when it was. */
export const Line = ({ title, whole, status: { word, tone }, about, more, at }: LineProps) => (
  <>
    <span class="line">
      <span class="grow clip" title={whole}>
        {title}
      </span>
      <Badge tone={tone}>
        <span class="clip" title={word}>
          {word}
        </span>
      </Badge>
    </span>
    <span class="line">
      <small class="grow clip" title={about}>
        <bdi>{about}</bdi>
      </small>
      {more}
      <Moment at={at} />
    </span>
  </>
)

/** Text as it is, lines and all, with a button that copies it. `label` names what it is. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  // What scrolls has to be reached by keyboard.
  const reach = { tabIndex: 0 }
  return (
    <div class="code">
      <section class="reach" aria-label={label} {...reach}>
        <pre>
          <bdi>{text}</bdi>
        </pre>
      </section>
      <Copy text={text} what={label} />
    </div>
  )
}

/** A value as JSON for reading; text that is JSON is laid out, and any other is left as it is. */
export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <Code text={laidOut(value)} label={label} />
)

function laidOut(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2)
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    return value
  }
}

interface CopyProps {
  /** What is copied, or how it is had. */
  readonly text: string | (() => Promise<string>)
  /** What a screen reader hears after the label: "Copy" and "the command". Left out where the label says it. */
  readonly what?: string
  readonly label?: string
  readonly copiedLabel?: string
}

export function Copy({ text, what, label = "Copy", copiedLabel = "Copied" }: CopyProps) {
  const [copied, setCopied] = useState(false)
  const shown = copied ? copiedLabel : label
  const copy = () =>
    act(async () => {
      if (!(await copyText(typeof text === "string" ? text : await text())))
        throw new Error("The browser refused to copy: select the text and copy it by hand")
      setCopied(true)
      setTimeout(() => setCopied(false), 2_000)
    })
  return (
    <button type="button" class="copy" onClick={copy} aria-label={what === undefined ? undefined : `${shown} ${what}`}>
      {shown}
    </button>
  )
}

/** Where there is no clipboard, as on a page without TLS, what is selected can still be copied. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement("textarea")
    field.value = text
    document.body.append(field)
    field.select()
    const copied = document.execCommand("copy")
    field.remove()
    return copied
  }
}

interface EmptyProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly code?: string | undefined
  /** 3 where the view has a heading above it. */
  readonly level?: 2 | 3
}

export function Empty({ title, children, code, level = 2 }: EmptyProps) {
  const Heading = `h${level}` as const
  return (
    <div class="empty">
      <Heading>{title}</Heading>
      <p>{children}</p>
      {code !== undefined && <Code text={code} label="the line that fills this view" />}
    </div>
  )
}

/** What is not needed each time, behind a button. It closes once something of it is chosen, and by Escape. */
export const Menu = ({ label, children }: { readonly label: string; readonly children: ComponentChildren }) => (
  <details
    class="menu"
    onClick={({ currentTarget, target }) => {
      if (target instanceof Element && target.closest("button")) currentTarget.open = false
    }}
    onKeyDown={(event) => {
      if (event.key !== "Escape" || !event.currentTarget.open) return
      event.stopPropagation()
      event.currentTarget.open = false
      event.currentTarget.querySelector("summary")?.focus()
    }}
    onFocusOut={({ currentTarget, relatedTarget }) => {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) currentTarget.open = false
    }}
  >
    <summary>{label}</summary>
    <div>{children}</div>
  </details>
)

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly chosen: string
  readonly choose: (value: T) => void
  readonly of: readonly (readonly [value: T, label: string, disabled?: boolean])[]
}

export const Segments = <T extends string>({ label, chosen, choose, of }: SegmentsProps<T>) => (
  <fieldset class="segments">
    <legend class="unseen">{label}</legend>
    {of.map(([value, text, disabled = false]) => (
      <button
        type="button"
        key={value}
        disabled={disabled}
        aria-pressed={value === chosen}
        onClick={() => choose(value)}
      >
        {text}
      </button>
    ))}
  </fieldset>
)
