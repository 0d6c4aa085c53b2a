const minute = 60_000
const offsets = [0, 61 * minute, -61 * minute, 20_000, -25 * 60 * minute]

/** From now on the clock of this process jumps back and forth, by up to a day. */
export function letClockJump(): void {
  const HostDate = Date
  let at = process.pid
  setInterval(() => at++, 300).unref()
  const now = () => HostDate.now() + (offsets[at % offsets.length] ?? 0)
  globalThis.Date = new Proxy(HostDate, {
    get: (date, name) => (name === "now" ? now : Reflect.get(date, name)),
    construct: (date, args, newTarget) => Reflect.construct(date, args.length === 0 ? [now()] : args, newTarget),
  })
}
