/** Caches the view of a row. Rows are immutable, so their views are, too. A stable object also lets its JSON be cached. */
export function viewOf<R extends object, V extends object>(show: (row: R) => V): (row: R) => V {
  const views = new WeakMap<R, V>()
  return (row) => {
    let view = views.get(row)
    if (view === undefined) {
      view = show(row)
      views.set(row, view)
    }
    return view
  }
}
