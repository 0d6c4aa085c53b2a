import { unzipSync } from "fflate"
import { SaxesParser } from "saxes"
import { InvalidArgumentError } from "../../client/errors.ts"
import { limits } from "../../contract/core/limits.ts"
import type { CsvRecord } from "./records.ts"

/** More does not come from a workbook of contacts below the service's limit; it is a zip bomb. */
const unpackedBytes = 3 * limits.importBytes
const columnsOfExcel = 16_384
/** A cell far to the right makes its row long. */
const maxCells = 20_000_000

/** The sheet that is read, and the visible ones with cells that are not. */
export interface WorkbookSheets {
  readonly sheet: string
  readonly otherSheets: readonly string[]
}

/**
 * Reads the first visible sheet with cells of a workbook (.xlsx). Only rows and cells that exist take memory, whatever size the sheet
 * claims.
 * @throws InvalidArgumentError when it cannot be read, or unpacks to more than 300 MiB.
 */
export function readWorkbook(bytes: Uint8Array): { readonly records: CsvRecord[]; readonly sheets: WorkbookSheets } {
  try {
    return firstSheet(unpack(bytes))
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw error
    const [reason = ""] = (error instanceof Error ? error.message : String(error)).split("\n", 1)
    throw new InvalidArgumentError(
      "file",
      `is a workbook that cannot be read (${reason.slice(0, 200)}): save it as CSV UTF-8`,
    )
  }
}

type Parts = (path: string) => string | undefined

function unpack(bytes: Uint8Array): Parts {
  let total = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels)$/i.test(name) || /(?:^|\/)(?:drawings|charts|media|theme|docProps)\//i.test(name))
        return false
      total += originalSize
      if (total > unpackedBytes) {
        throw new InvalidArgumentError(
          "file",
          `is a workbook that unpacks to more than ${Math.round(unpackedBytes / 1024 / 1024)} MiB: save it as CSV UTF-8, which is read as a stream`,
        )
      }
      return true
    },
  })
  const byName = new Map(
    Object.entries(files).map(([name, content]) => [name.toLowerCase().replace(/^\//, ""), content]),
  )
  return (path) => {
    const content = byName.get(path.toLowerCase())
    return content && new TextDecoder(content[0] === 0xff && content[1] === 0xfe ? "utf-16le" : "utf-8").decode(content)
  }
}

interface Tag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

interface Handlers {
  open?(tag: Tag): void
  close?(name: string): void
  text?(text: string): void
}

/** Reads XML; names are without their prefix. */
function readXml(xml: string, { open, close, text }: Handlers): void {
  const parser = new SaxesParser()
  const local = (name: string) => name.slice(name.indexOf(":") + 1)
  parser.on("opentag", (tag) => open?.({ name: local(tag.name), attributes: tag.attributes }))
  parser.on("closetag", ({ name }) => close?.(local(name)))
  parser.on("text", (content) => text?.(content))
  parser.on("cdata", (content) => text?.(content))
  for (let start = 0; start < xml.length; start += 65_536) parser.write(xml.slice(start, start + 65_536))
  parser.close()
}

const attribute = ({ attributes }: Tag, localName: string) =>
  Object.entries(attributes).find(([name]) => name === localName || name.endsWith(`:${localName}`))?.[1]

function required(parts: Parts, path: string): string {
  const xml = parts(path)
  if (xml === undefined) throw new Error(`it lacks ${path}`)
  return xml
}

/** The targets in a file of relationships, by id. */
function relationships(xml: string): Map<string, { type: string; target: string }> {
  const targets = new Map<string, { type: string; target: string }>()
  readXml(xml, {
    open(tag) {
      const { Id, Type = "", Target = "" } = tag.attributes
      if (tag.name === "Relationship" && Id !== undefined) targets.set(Id, { type: Type, target: Target })
    },
  })
  return targets
}

const resolvePath = (folder: string, target: string) =>
  target.startsWith("/") ? target.slice(1) : new URL(target, `file:///${folder}`).pathname.slice(1)

function firstSheet(parts: Parts): { records: CsvRecord[]; sheets: WorkbookSheets } {
  const root = [...relationships(required(parts, "_rels/.rels")).values()]
  const path = resolvePath("", root.find(({ type }) => type.endsWith("/officeDocument"))?.target ?? "xl/workbook.xml")
  const folder = path.slice(0, path.lastIndexOf("/") + 1)
  const targets = relationships(required(parts, `${folder}_rels/${path.slice(folder.length)}.rels`))
  const pathOf = (kind: string) => {
    const match = [...targets.values()].find(({ type }) => type.endsWith(`/${kind}`))
    return match && resolvePath(folder, match.target)
  }
  const listed: { name: string; path: string; isHidden: boolean }[] = []
  let isFrom1904 = false
  readXml(required(parts, path), {
    open(tag) {
      const target = tag.name === "sheet" && targets.get(attribute(tag, "id") ?? "")?.target
      if (target) {
        const { name = "", state = "visible" } = tag.attributes
        listed.push({ name, path: resolvePath(folder, target), isHidden: state !== "visible" })
      }
      if (tag.name === "workbookPr") isFrom1904 = /^(?:1|true)$/.test(tag.attributes.date1904 ?? "")
    },
  })
  const filled = listed.filter((each) => hasCells(required(parts, each.path)))
  const [first] = listed
  const [sheet = first, ...others] = filled.filter(({ isHidden }) => !isHidden)
  const [hidden] = filled.every(({ isHidden }) => isHidden) ? filled : []
  if (sheet === undefined) throw new Error("it has no sheet")
  if (hidden !== undefined) {
    throw new InvalidArgumentError(
      "file",
      `is a workbook with cells only in a hidden sheet, ${JSON.stringify(hidden.name)}: show it, or save it as a file of its own`,
    )
  }
  const sheets = { sheet: sheet.name, otherSheets: others.map(({ name }) => name) }
  const texts = sharedTexts(parts(pathOf("sharedStrings") ?? "") ?? "<sst/>")
  const dateStyles = stylesOfDates(parts(pathOf("styles") ?? "") ?? "<styleSheet/>")
  const dateOf = (serial: number) => dateText(serial + (isFrom1904 ? 1_462 : 0))
  return {
    records: readSheet(required(parts, sheet.path), { texts, dateStyles, dateOf }),
    sheets,
  }
}

/** True if a cell has a value; sheets that were only formatted have none. */
const hasCells = (xml: string) => /<(?:\w+:)?[vt](?:\s[^<>]*)?>(?:[^<]|<!\[CDATA)/.test(xml)

/** The texts that cells refer to by number. Readings of Japanese names (`rPh`) are not part of them. */
function sharedTexts(xml: string): string[] {
  const texts: string[] = []
  let text = ""
  let isText = false
  let isReading = false
  readXml(xml, {
    open({ name }) {
      if (name === "si") text = ""
      if (name === "rPh") isReading = true
      isText = name === "t" && !isReading
    },
    close(name) {
      if (name === "si") texts.push(text)
      if (name === "rPh") isReading = false
      isText = false
    },
    text(content) {
      if (isText) text += content
    },
  })
  return texts
}

/** The numbers of cell styles that show dates. */
function stylesOfDates(xml: string): ReadonlySet<number> {
  const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])
  const styles = new Set<number>()
  let isInCells = false
  let style = 0
  readXml(xml, {
    open({ name, attributes }) {
      const { numFmtId, formatCode = "" } = attributes
      if (name === "numFmt" && /[ymdhs]/i.test(formatCode.replace(/"[^"]*"|\\.|\[[^[\]]*\]/g, "")))
        dateFormats.add(Number(numFmtId))
      if (name === "cellXfs") isInCells = true
      if (name !== "xf" || !isInCells) return
      if (dateFormats.has(Number(numFmtId))) styles.add(style)
      style++
    },
    close(name) {
      if (name === "cellXfs") isInCells = false
    },
  })
  return styles
}

/** A day of Excel, counted from 1899-12-30, as ISO 8601; without the time at midnight. */
function dateText(serial: number): string {
  const date = new Date(Math.round((serial - 25_569) * 86_400_000))
  return Number.isNaN(date.getTime()) ? String(serial) : date.toISOString().replace("T00:00:00.000Z", "")
}

interface CellRules {
  readonly texts: readonly string[]
  readonly dateStyles: ReadonlySet<number>
  readonly dateOf: (serial: number) => string
}

function readSheet(xml: string, rules: CellRules): CsvRecord[] {
  const records: CsvRecord[] = []
  let line = 0
  let column = 0
  let cells: string[] = []
  let cell: Tag["attributes"] = {}
  let value = ""
  let isValue = false
  let isReading = false
  let total = 0
  readXml(xml, {
    open(tag) {
      if (tag.name === "row") {
        line = Number(tag.attributes.r ?? line + 1)
        cells = []
        column = -1
      } else if (tag.name === "c") {
        cell = tag.attributes
        column = columnOf(cell.r) ?? column + 1
        value = ""
      } else if (tag.name === "rPh") isReading = true
      isValue = (tag.name === "v" || tag.name === "t") && !isReading
    },
    text(content) {
      if (isValue) value += content
    },
    close(name) {
      isValue = false
      if (name === "rPh") isReading = false
      if (name === "c" && column < columnsOfExcel) {
        const text = cellText(cell, value, rules)
        if (text === "") return
        while (cells.length < column) cells.push("")
        cells[column] = text
      } else if (name === "row" && cells.length > 0) {
        total += cells.length
        if (total > maxCells) throw tooManyCells()
        records.push({ line, cells })
      }
    },
  })
  return records
}

const tooManyCells = () =>
  new InvalidArgumentError(
    "file",
    "is a workbook with more than 20 million cells: delete the columns beside the contacts, or save it as CSV UTF-8",
  )

/** The index of the column in a reference such as `AB12`. */
function columnOf(reference = ""): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference)?.[0].toUpperCase()
  if (letters === undefined) return undefined
  return Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText({ t, s }: Tag["attributes"], value: string, { texts, dateStyles, dateOf }: CellRules): string {
  if (t === "s") return (texts[Number(value)] ?? "").trim()
  if (t === "b") return value === "1" ? "true" : value === "0" ? "false" : value
  const isNumber = (t === undefined || t === "n") && value !== ""
  if (isNumber && dateStyles.has(Number(s))) return dateOf(Number(value))
  // Excel writes 0.1 + 0.2 with 17 digits.
  if (isNumber && Number.isFinite(Number(value))) return String(Number(value))
  return value.trim()
}
