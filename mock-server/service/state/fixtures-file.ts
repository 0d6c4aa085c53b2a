import { readFile } from "node:fs/promises"
import type { LineCounter } from "yaml"
import type { Fixtures } from "../../base/models.gen.ts"
import { ServiceError } from "../../base/service-error.ts"
import { loadLiquid } from "../../resources/messages/liquid.ts"
import { liquidParts, variablesOf } from "../../resources/templates/templates.ts"
import { UncheckedFixtures } from "../../world/fixtures/fixtures.ts"
import { validate } from "../request/input/validate.ts"
import { FixturesError, rememberSource, type Source } from "./fixtures-error.ts"
import type { Refuse } from "./yaml-document.ts"

/**
 * Reads a fixtures document, YAML or JSON, from a file, for the option `fixtures`. Errors, now or when a world starts with it,
 * name the line.
 * @throws FixturesError for invalid text or fields; Node's error for a missing file.
 */
export async function readFixtures(path: string): Promise<Fixtures> {
  return parseFixtures(await readFile(path, "utf8"), path)
}

/** Parses a fixtures document from text; `name` is its name in errors. */
export async function parseFixtures(text: string, name = "fixtures"): Promise<Fixtures> {
  // YAML includes JSON, and this parser gives positions.
  const { LineCounter, parseYaml, placesIn, valuesOf } = await import("./yaml-document.ts")
  const lines = new LineCounter()
  const refuse: Refuse = (message, at) => {
    const { line, col: column } = lines.linePos(at)
    throw new FixturesError([{ path: "", message, line, column }], name)
  }
  const contents = parseYaml(text, lines, refuse)
  const value = valuesOf(contents, refuse)
  // What failed to be written is empty, too.
  if (text.trim() === "") refuse("is empty; for the seed alone write {}", 0)
  const source = sourceOf(name, lines, () => placesIn(contents))
  try {
    const fixtures = validate(UncheckedFixtures, value ?? {})
    await checkTemplates(fixtures)
    rememberSource(fixtures, source)
    return fixtures
  } catch (error) {
    const errors = error instanceof ServiceError ? error.details.validationErrors : undefined
    throw errors === undefined ? error : FixturesError.in(source, errors)
  }
}

/** A fixtures document as YAML. Quotes values that YAML 1.1 would not read as text, such as the key `<<`. */
export async function printFixtures(fixtures: Fixtures): Promise<string> {
  const { stringify } = await import("./yaml.ts")
  return stringify(fixtures, { aliasDuplicateObjects: false, lineWidth: 0, compat: "yaml-1.1" })
}

/** Worlds are created without loading Liquid; here its templates can be checked asynchronously. */
async function checkTemplates({ accounts = {} }: Fixtures): Promise<void> {
  for (const [key, { brands = {} }] of Object.entries(accounts)) {
    for (const [sid, { templates = [] }] of Object.entries(brands)) {
      for (const [index, template] of templates.entries()) {
        if (liquidParts(template).length === 0) continue
        await loadLiquid()
        variablesOf(template, `accounts.${key}.brands.${sid}.templates.${index}.`)
      }
    }
  }
}

/** Positions in the text, computed only for errors. */
function sourceOf(name: string, lines: LineCounter, list: () => Iterable<[string, number]>): Source {
  let lineNumbers: Map<string, number> | undefined
  return {
    name,
    placeOf(path) {
      lineNumbers ??= new Map(list())
      // A missing part gets the position of its parent.
      let nearest = path
      while (nearest !== "" && !lineNumbers.has(nearest))
        nearest = nearest.slice(0, Math.max(0, nearest.lastIndexOf(".")))
      const { line, col: column } = lines.linePos(lineNumbers.get(nearest) ?? 0)
      return { line, column }
    },
  }
}
