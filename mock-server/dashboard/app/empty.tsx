import { signal } from "@preact/signals"
import type { ComponentChildren } from "preact"
import { addressOf, ownId } from "./address.ts"
import { type CallExample, type CodeForm, codeForms, codeOf, wholeExample } from "./examples.ts"
import { Code, Segments } from "./parts.tsx"
import { useOwnWorld } from "./service.ts"

interface EmptyProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly code?: string | CallExample | undefined
  /** What else fills the view. */
  readonly action?: ComponentChildren
  /** 3 if the view has a heading above it. */
  readonly level?: 2 | 3
}

const form = signal<CodeForm>("node")
const choose = (chosen: CodeForm) => {
  form.value = chosen
}

/** A view without rows: what would be in it, and code that makes some. */
export function Empty({ title, children, code, action, level = 2 }: EmptyProps) {
  const ownWorld = useOwnWorld()
  const Heading = `h${level}` as const
  const target = { base_url: addressOf(ownId), api_key: ownWorld?.api_key ?? "" }
  const text = typeof code === "object" ? codeOf(code, form.value, target) : code && wholeExample(code, target)
  return (
    <div class="empty">
      <Heading>{title}</Heading>
      <p>{children}</p>
      {typeof code === "object" && <Segments label="As" chosen={form.value} choose={choose} of={codeForms} />}
      {text !== undefined && ownWorld && <Code text={text} label="the line that fills this view" />}
      {action}
    </div>
  )
}
