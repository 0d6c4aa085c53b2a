/** How files begin that are often taken for CSV, a character for each byte, and what to do with each. */
const beginnings: readonly (readonly [string, string])[] = [
  ["PK\x03\x04", "is a zip archive: unpack it first, or save a workbook as CSV UTF-8"],
  ["PK\x05\x06", "is an empty zip archive"],
  ["\xd0\xcf\x11\xe0", "is an old workbook (.xls): save it as .xlsx or as CSV UTF-8"],
  ["\x1f\x8b", "is compressed (gzip): unpack it first"],
  ["BZh", "is compressed (bzip2): unpack it first"],
  ["\xfd7zXZ", "is compressed (xz): unpack it first"],
  ["\x28\xb5\x2f\xfd", "is compressed (Zstandard): unpack it first"],
  ["7z\xbc\xaf", "is a 7-Zip archive: unpack it first"],
  ["Rar!", "is a RAR archive: unpack it first"],
  ["%PDF", "is a PDF: export the contacts as CSV"],
  ["{\\rtf", "is a text document (.rtf): save it as CSV UTF-8"],
  ["\x89PNG", "is a picture: export the contacts as CSV"],
  ["\xff\xd8\xff", "is a picture: export the contacts as CSV"],
  ["GIF8", "is a picture: export the contacts as CSV"],
]

/** Files within the zip archive that a workbook is. */
const workbookParts = /\[Content_Types\]\.xml|_rels\/|xl\/|docProps\/|opendocument/
const html = /^\s*<(?:\?xml|!doctype|html|table)\b/i
const json = /^\s*(?:\[\s*)?\{\s*"/

/** Enough of a file to tell: the first names of an archive's contents are within it. */
const lookedAt = 4_096

/** Describes a file that is not CSV, with advice, such as `is compressed (gzip): unpack it first`; undefined if it may be CSV. */
export function describeNonCsv(bytes: Uint8Array): string | undefined {
  const beginning = Array.from(bytes.subarray(0, lookedAt), (byte) => String.fromCharCode(byte)).join("")
  if (beginning.startsWith("PK\x03\x04") && workbookParts.test(beginning)) {
    return "is a workbook (.xlsx): save it as CSV UTF-8"
  }
  if (html.test(beginning)) return "is HTML or XML: export the contacts as CSV"
  if (json.test(beginning)) return "is JSON: export the contacts as CSV"
  return beginnings.find(([start]) => beginning.startsWith(start))?.[1]
}
