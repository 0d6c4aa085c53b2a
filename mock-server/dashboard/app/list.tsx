import type { ComponentChildren, ComponentType } from "preact"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { placeOf } from "../../store/id-set.ts"
import { type Day, daysOf, dayText } from "./days.ts"
import type { Rows } from "./rows.ts"
import { countText } from "./words.ts"

/** One line for each row, and two where the list is narrow. */
const [lineHeight, narrowHeight, narrowWidth] = [30, 52, 480]
/** Rows rendered beyond the edges, so that scrolling shows no gaps. */
const spare = 8

export interface RowView<Row> {
  readonly Line: ComponentType<{ readonly row: Row; readonly isLike?: boolean }>
  /** Whether a row belongs to the one above it. */
  readonly isLike?: (row: Row, above: Row) => boolean
  /** When a row is from: ISO 8601. Each day then has a heading. */
  readonly momentOf?: (row: Row) => string
}

interface ListProps<Row extends { readonly id: number }> extends RowView<Row> {
  readonly rows: Rows<Row>
  /** The accessible name of the list. */
  readonly label: string
  readonly hrefOf: (id: number) => string
  readonly open: number | undefined
  readonly empty: ComponentChildren
}

/**
 * A virtual list: only visible rows are rendered, newest on top. Rows are keyed by id, so the focus stays. While a row
 * is open, focused or scrolled to, newer rows are held back so that nothing moves.
 */
export function List<Row extends { readonly id: number }>(props: ListProps<Row>) {
  const { rows, label, Line, hrefOf, open, empty } = props
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800, width: narrowWidth })
  const isNarrow = view.width > 0 && view.width < narrowWidth
  const rowHeight = isNarrow ? narrowHeight : lineHeight
  const [focused, setFocused] = useState<number>()
  const ids = rows.shown()
  const has = (id: number | undefined): id is number => id !== undefined && ids[placeOf(ids, id)] === id
  const { count, newer, release } = useHold(
    ids,
    open !== undefined || has(focused) || view.top >= rowHeight,
    has(open) ? open : 0,
  )
  const placeFromTop = (id: number) => count - 1 - placeOf(ids, id)
  const idAt = (index: number) => ids[count - 1 - index]
  const rowAt = (index: number) => rows.get(idAt(index) ?? 0)
  const { momentOf } = props
  const days = useMemo(() => (momentOf ? daysOf(count, (index) => rowAt(index), momentOf) : []), [ids, count, momentOf])
  /** The place of a row among rows and headings, each of one height. */
  const slotOf = (index: number) => index + days.findLastIndex((day) => day.index <= index) + 1
  const slots = count + days.length

  const isEmpty = rows.isReady.value && count === 0
  useEffect(() => watchSize(box.current, setView), [isEmpty])
  useLayoutEffect(() => {
    box.current?.querySelector<HTMLElement>(`[data-id="${focused}"]`)?.focus({ preventScroll: true })
  }, [focused])

  if (isEmpty) return <div class="list">{empty}</div>
  // When a list gets shorter, the browser scrolls back and reports it later.
  const top = Math.max(0, Math.min(view.top, slots * rowHeight - view.height))
  // Some rows more than fit, for the headings above them.
  const firstSlot = Math.max(0, Math.floor(top / rowHeight) - spare)
  const first = Math.max(0, firstSlot - days.filter((_, rank) => slotOfDay(days, rank) < firstSlot).length)
  const last = Math.min(count - 1, first + Math.ceil(view.height / rowHeight) + 2 * spare)
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  const focusedRank = has(focused) ? placeFromTop(focused) : undefined
  if (focusedRank !== undefined && (focusedRank < first || focusedRank > last)) indexes.push(focusedRank)
  const openPlace = has(open) ? placeFromTop(open) : undefined
  const tabStop = focusedRank ?? (openPlace !== undefined && indexes.includes(openPlace) ? openPlace : indexes[0])

  const move = (event: KeyboardEvent) => {
    const from = focusedRank ?? tabStop ?? 0
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1)
    const steps: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: count - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = Math.min(count - 1, Math.max(0, to))
    setFocused(idAt(index))
    reveal(box.current, slotOf(index) * rowHeight, rowHeight)
  }

  const toNewest = () => {
    release()
    box.current?.scrollTo({ top: 0 })
    setFocused(undefined)
    setView((now) => ({ ...now, top: 0 }))
  }

  return (
    <div class={isNarrow ? "list narrow" : "list"}>
      {newer > 0 && (
        <button type="button" class="newer" onClick={toNewest}>
          ↑ {countText(newer)} newer
        </button>
      )}
      <div
        class="scroll"
        ref={box}
        onScroll={({ currentTarget }) => setView((now) => ({ ...now, top: currentTarget.scrollTop }))}
      >
        {/* Each row tells its day to a screen reader, too. */}
        <div class="days" aria-hidden="true">
          {days.map(
            ({ day, index }, rank) =>
              index >= first &&
              index <= last + 1 && (
                <small
                  key={slotOfDay(days, rank)}
                  style={{ transform: `translateY(${slotOfDay(days, rank) * rowHeight}px)`, height: `${rowHeight}px` }}
                >
                  {dayText(day)}
                </small>
              ),
          )}
        </div>
        <ul
          aria-label={label}
          style={{ height: `${slots * rowHeight}px` }}
          onKeyDown={move}
          onFocusOut={({ currentTarget, relatedTarget }) => {
            if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setFocused(undefined)
          }}
        >
          {indexes.map((index) => {
            const [row, above] = [rowAt(index), rowAt(index - 1)]
            if (row === undefined) return null
            const isLike = above !== undefined && props.isLike?.(row, above) === true
            return (
              <li
                key={row.id}
                class={isLike ? "like" : undefined}
                style={{ transform: `translateY(${slotOf(index) * rowHeight}px)`, height: `${rowHeight}px` }}
                aria-setsize={count}
                aria-posinset={index + 1}
              >
                <a
                  href={hrefOf(row.id)}
                  data-id={row.id}
                  tabIndex={index === tabStop ? 0 : -1}
                  aria-current={row.id === open ? "true" : undefined}
                  onFocus={() => setFocused(row.id)}
                >
                  <Line row={row} isLike={isLike} />
                </a>
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}

const slotOfDay = (days: readonly Day[], rank: number) => (days[rank]?.index ?? 0) + rank

/** Reports an element's scroll position and height: once on start, since the element may be new, and on each resize. */
function watchSize(
  element: HTMLElement | null,
  report: (view: { readonly top: number; readonly height: number; readonly width: number }) => void,
): (() => void) | undefined {
  if (element === null) return undefined
  const observer = new ResizeObserver(() =>
    report({ top: element.scrollTop, height: element.clientHeight, width: element.clientWidth }),
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** Scrolls just far enough to show the whole row. */
function reveal(box: HTMLElement | null, top: number, rowHeight: number): void {
  if (box === null) return
  const bottom = top + rowHeight
  if (top < box.scrollTop) box.scrollTop = top
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}

/**
 * The number of rows to show. While the list is held, rows newer than at its start are only counted, so that nothing
 * moves. They are shown on request, when one of them is opened, or when all rows that were shown are gone.
 */
function useHold(ids: readonly number[], isHeld: boolean, open: number) {
  const newest = useRef<number | undefined>(undefined)
  const [newestHeld, last] = [newest.current, ids.at(-1)]
  const isOver =
    newestHeld === undefined || placeOf(ids, newestHeld + 1) === 0 || newestHeld > (last ?? 0) || newestHeld < open
  newest.current = isHeld ? (isOver ? last : newestHeld) : undefined
  const count = newest.current === undefined ? ids.length : placeOf(ids, newest.current + 1)
  const release = () => {
    newest.current = ids.at(-1)
  }
  return { count, newer: ids.length - count, release }
}
