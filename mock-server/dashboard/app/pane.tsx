import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { go } from "./route.ts"

/** A list, and beside it what is open of it; on a narrow page the one or the other. */
export function Split(props: { readonly list: ComponentChildren; readonly detail: ComponentChildren }) {
  const isOpen = props.detail !== null && props.detail !== undefined && props.detail !== false
  return (
    <div class={isOpen ? "split open" : "split"}>
      <div class="side">{props.list}</div>
      {isOpen && props.detail}
    </div>
  )
}

interface PaneProps {
  readonly title: ComponentChildren
  /** Where it is closed to. Escape goes there too. */
  readonly back: string
  /** What is open, so that another one is shown from its top. */
  readonly id: string | number
  readonly children: ComponentChildren
}

/** What is open of a list. */
export function Pane({ title, back, id, children }: PaneProps) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = pane.current
    element?.scrollTo({ top: 0 })
    // Where the list has gone, the focus went with it.
    if (document.activeElement === document.body) element?.focus({ preventScroll: true })
  }, [id])
  return (
    <article
      class="pane"
      ref={pane}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") go(back)
      }}
    >
      <header>
        <h2>{title}</h2>
        <a class="close" href={back}>
          Close
        </a>
      </header>
      {children}
    </article>
  )
}
