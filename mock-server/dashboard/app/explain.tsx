import { useState } from "preact/hooks"
import type { ExplainedKind, Explanation } from "../../control/explanations.ts"
import { updates } from "./live.ts"
import { Await, useRead } from "./read.tsx"
import { CopyTest } from "./request-links.tsx"
import { href } from "./route.ts"

interface ExplainedProps {
  readonly kind: ExplainedKind
  readonly id: number
}

/** Why something went wrong: a sentence, its rule, the request that led to it, and a test of that. */
export function Explained({ kind, id }: ExplainedProps) {
  const explanation = useRead<Explanation>(`explanations/${kind}/${id}`, updates.value)
  return (
    <Await response={explanation}>
      {({ what, rule, request_id: request }) => (
        <div class="explanation">
          <p>
            <bdi>{what}</bdi>
          </p>
          {rule !== null && (
            <p>
              <small>
                Rule {rule.rule}: {rule.rule_text}
              </small>
            </p>
          )}
          {request !== null && (
            <p class="actions">
              {kind !== "request" && <a href={href("requests", request)}>Request {request}</a>}
              <CopyTest request={request} />
              <a href={href("requests", request, { again: "test" })}>Show the test</a>
            </p>
          )}
        </div>
      )}
    </Await>
  )
}

/** The same behind a button, beside a red mark. It is read when it is opened. */
export function Explain(props: ExplainedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="explain" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Explain
        <span class="unseen">
          {" "}
          {props.kind} {props.id}
        </span>
      </summary>
      {isOpen && <Explained {...props} />}
    </details>
  )
}
