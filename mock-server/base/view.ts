/**
 * A way of showing rows, worked out once for each row: rows never change in place, so neither does what is shown of them.
 * The same object every time also lets its JSON text be kept.
 */
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
