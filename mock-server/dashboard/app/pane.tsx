import type { ComponentChildren, ComponentType } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { go, type ViewProps } from "./route.ts"

/** A view with lists and, beside them, the open item; on a narrow page, one of the two. */
export const split =
  (
    one: string,
    Detail: ComponentType<ViewProps & { readonly id: string }>,
    ...lists: readonly ComponentType<ViewProps>[]
  ) =>
  ({ route }: ViewProps) => (
    <div class={route.id === undefined ? "split" : "split open"}>
      <div class="side">
        {lists.map((Part, index) => (
          <Part key={index} route={route} />
        ))}
      </div>
      {route.id === undefined ? (
        <p class="pane unchosen">Select a {one} to see it here.</p>
      ) : (
        <Detail id={route.id} route={route} />
      )}
    </div>
  )

interface PaneProps {
  readonly title: ComponentChildren
  /** The address after closing, also by Escape. */
  readonly back: string
  /** The id of the open item: a new item is shown from its top. */
  readonly id: string | number
  readonly children: ComponentChildren
}

export function Panel({ title, back, id, children }: PaneProps) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = pane.current
    element?.scrollTo({ top: 0 })
    // If the list was removed, the focus is lost.
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
