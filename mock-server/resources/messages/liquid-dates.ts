/** Formats a date by the directives that the engine supports. */
type WriteDate = (directives: string) => string

/** Directives that expand to several others. */
const composites: Readonly<Record<string, string>> = {
  D: "%m/%d/%y",
  F: "%Y-%m-%d",
  T: "%H:%M:%S",
  X: "%H:%M:%S",
  R: "%H:%M",
  r: "%I:%M:%S %p",
  c: "%a %b %e %H:%M:%S %Y",
  x: "%m/%d/%y",
  v: "%e-%^b-%Y",
  "+": "%a %b %e %H:%M:%S %Z %Y",
}

/** Flags, width and name of a directive that the engine lacks or formats by locale; `%%` is matched to skip it. */
const lacking = /%([-0^#_]*)([1-9]\d*|)(::z|[%DFTXRrcxv+VGgZ])/g

/** Converts a `strftime` format of Ruby, as Liquid documents it for `date`, to directives that the engine supports. */
export function knownDirectives(format: string, write: WriteDate): string {
  return format.replace(lacking, (directive: string, flags: string, width: string, name: string) => {
    if (name === "%") return directive
    const composite = composites[name]
    if (composite === undefined) return padded(textOf(name, write), flags, Number(width))
    const directives = knownDirectives(composite, write)
    if (flags === "" && width === "") return directives
    const text = write(directives).padStart(Number(width))
    return /[\^#]/.test(flags) ? text.toUpperCase() : text
  })
}

function textOf(name: string, write: WriteDate): string {
  if (name === "Z") return write("%z") === "+0000" ? "UTC" : write("%Z")
  if (name === "::z") return `${write("%:z")}:00`
  const { year, week } = weekOf(write)
  if (name === "V") return String(week).padStart(2, "0")
  return name === "G" ? String(year) : String(year).slice(-2)
}

const day = 86_400_000

/** The ISO 8601 week: it belongs to the year of its Thursday. */
function weekOf(write: WriteDate): { readonly year: number; readonly week: number } {
  const thursday = Date.parse(`${write("%Y-%m-%d")}T00:00:00Z`) + (4 - Number(write("%u"))) * day
  const year = new Date(thursday).getUTCFullYear()
  return { year, week: Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * day)) + 1 }
}

function padded(text: string, flags: string, width: number): string {
  const isNumber = /^\d+$/.test(text)
  const bare = isNumber && /[-_]/.test(flags) ? text.replace(/^0+(?=\d)/, "") : text
  if (flags.includes("-")) return bare
  const blank = flags.includes("_") || !isNumber
  return bare.padStart(Math.max(width, isNumber ? text.length : 0), blank ? " " : "0")
}
