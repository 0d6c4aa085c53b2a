/** The number of characters that regular expressions look at while `work` runs, each time from where they begin to where they end. */
export function countScanned(work: () => unknown): number {
  const original = RegExp.prototype.exec
  let count = 0
  RegExp.prototype.exec = function exec(this: RegExp, text: string) {
    const start = this.global || this.sticky ? this.lastIndex : 0
    const match = original.call(this, text)
    const missed = this.sticky ? 1 : text.length - start
    count += match === null ? missed : match.index + match[0].length - start
    return match
  }
  try {
    work()
  } finally {
    RegExp.prototype.exec = original
  }
  return count
}
