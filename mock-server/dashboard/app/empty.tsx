import type { ComponentChildren } from "preact"
import { addressOf, ownId } from "./address.ts"
import { wholeExample } from "./examples.ts"
import { Code } from "./parts.tsx"
import { useOwnWorld } from "./service.ts"

interface EmptyProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly code?: string | undefined
  /** 3 if the view has a heading above it. */
  readonly level?: 2 | 3
}

/** A view without rows: what would be in it, and code that makes some. */
export function Empty({ title, children, code, level = 2 }: EmptyProps) {
  const ownWorld = useOwnWorld()
  const Heading = `h${level}` as const
  return (
    <div class="empty">
      <Heading>{title}</Heading>
      <p>{children}</p>
      {code !== undefined && (
        <Code
          text={ownWorld ? wholeExample(code, { ...ownWorld, base_url: addressOf(ownId) }) : code}
          label="the line that fills this view"
        />
      )}
    </div>
  )
}
