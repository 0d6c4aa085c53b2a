// In every view `<bdi>` holds text from outside: its direction (such as right to left) does not affect the text around it.
import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"
import { act } from "./act.tsx"
import { DayTime } from "./times.tsx"

export type Tone = "good" | "bad" | "warn" | "info" | "quiet"

export interface Status {
  readonly word: string
  readonly tone: Tone
}

/** A sign with the meaning of the colour, for users who cannot see it. */
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

/** Names and values; entries without a value are omitted. Text may be from outside. */
export const DetailList = ({ facts }: { readonly facts: Readonly<Record<string, ComponentChildren>> }) => (
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
  /** What the row is about: a recipient, a method. */
  readonly title: string
  readonly about: ComponentChildren
  /** The text of `about`, shown as a tooltip. */
  readonly aboutText: string
  readonly more?: ComponentChildren
  readonly status: Status
  readonly at: string
  /** True if a heading above tells the day. */
  readonly isUnderDay?: boolean
}

/** A row of a list in one line, or in two where the list is narrow. */
export const Line = ({ title, about, aboutText, more, status: { word, tone }, at, isUnderDay }: LineProps) => (
  <span class="line">
    <b class="title clip" title={title}>
      <bdi>{title}</bdi>
    </b>
    <span class="about clip" title={aboutText}>
      {about}
    </span>
    <span class="marks">
      {more}
      <Badge tone={tone}>
        <span class="clip" title={word}>
          {word}
        </span>
      </Badge>
    </span>
    <DayTime at={at} isUnderDay={isUnderDay} />
  </span>
)

/** Preformatted text with a copy button. `label` is its accessible name. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  // A scrollable area must be focusable by keyboard.
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

/** A value as formatted JSON; text that is JSON is formatted, other text is unchanged. */
export const Json = ({ value, label }: { readonly value: unknown; readonly label: string }) => (
  <Code text={formatted(value)} label={label} />
)

function formatted(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2)
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    return value
  }
}

interface CopyProps {
  /** The text to copy, or a function that gets it. */
  readonly text: string | (() => Promise<string>)
  /** What screen readers announce after the label, as in "Copy" "the command". Omitted if the label is enough. */
  readonly what?: string
  readonly label?: string
  readonly copiedLabel?: string
}

export function Copy({ text, what, label = "Copy", copiedLabel = "Copied" }: CopyProps) {
  const [copied, setCopied] = useState(false)
  const labelText = copied ? copiedLabel : label
  const copy = () =>
    act(async () => {
      if (!(await copyText(typeof text === "string" ? text : await text())))
        throw new Error("The browser refused to copy: select the text and copy it by hand")
      setCopied(true)
      setTimeout(() => setCopied(false), 2_000)
    })
  return (
    <button
      type="button"
      class="copy"
      onClick={copy}
      aria-label={what === undefined ? undefined : `${labelText} ${what}`}
    >
      {labelText}
    </button>
  )
}

/** Falls back to copying a selection if there is no clipboard, as on a page without TLS. */
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

/** Rarely needed actions behind a button. It closes after a choice, and on Escape. */
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
