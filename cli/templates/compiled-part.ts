import type { Part } from "./part.ts"
import { placeAt } from "./place.ts"

/**
 * A part that is compiled from a file: a problem in it is reported at its Liquid tag in that file. A tag that the file
 * puts together has no line there.
 */
export function compiledPart(part: Part, file: string, text: string): Part {
  return {
    ...part,
    placeOf(at) {
      const place = part.placeOf(at)
      if (place.file !== file) return place
      const begin = Math.max(part.text.lastIndexOf("{{", at), part.text.lastIndexOf("{%", at))
      const end = begin < 0 ? -1 : part.text.indexOf("}", begin)
      const found = end < 0 ? -1 : text.indexOf(part.text.slice(begin, end + 1))
      return found < 0 ? { file, line: 0, column: 0 } : placeAt(file, text, found)
    },
  }
}
