import type { ComponentChildren } from "preact"
import { useState } from "preact/hooks"

export type Tone = "good" | "bad" | "warn" | "info" | "quiet"

/** Says the same as the colour, for whoever does not see it. */
const signs: Readonly<Record<Tone, string>> = { good: "✓", bad: "✕", warn: "!", info: "→", quiet: "·" }

/** A word with a sign and a colour that say how it stands. */
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

/** Text from outside: it keeps its own direction, and does not turn what stands around it. */
export const Foreign = ({ children }: { readonly children: string }) => <bdi>{children}</bdi>

/** What is under a heading. */
export function Part(props: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section class="part">
      <h3>{props.title}</h3>
      {props.children}
    </section>
  )
}

/** Text as it is, lines and all, with a button that copies it. `label` names what it is. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div class="code">
      <Scroll label={label}>
        <pre>
          <bdi>{text}</bdi>
        </pre>
      </Scroll>
      <Copy text={text} what={label} />
    </div>
  )
}

/** What scrolls has to be reached by keyboard. */
function Scroll(props: { readonly label: string; readonly children: ComponentChildren }) {
  const reach = { tabIndex: 0 }
  return (
    <section class="reach" aria-label={props.label} {...reach}>
      {props.children}
    </section>
  )
}

/** A value as JSON for reading; text that is JSON is laid out, and any other is left as it is. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  return <Code text={laidOut(value)} label={label} />
}

function laidOut(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value, null, 2)
  try {
    return JSON.stringify(JSON.parse(value), null, 2)
  } catch {
    return value
  }
}

/** A button that copies a text, and says so. `what` is what a screen reader hears: "Copy the command". */
export function Copy(props: { readonly text: string; readonly what: string; readonly children?: ComponentChildren }) {
  const { text, what, children = "Copy" } = props
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    setCopied(await copyText(text))
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <button type="button" class="copy" onClick={copy} aria-label={copied ? `${what}: copied` : `Copy ${what}`}>
      {copied ? "Copied" : children}
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

/** A view without rows: what it would show, and the line that fills it. */
export function Empty(props: { readonly children: ComponentChildren; readonly code: string }) {
  return (
    <div class="empty">
      <p>{props.children}</p>
      <Code text={props.code} label="the line that fills this view" />
    </div>
  )
}
