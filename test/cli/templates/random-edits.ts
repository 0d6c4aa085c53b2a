import { localLock, TemplateFolder } from "./template-folder.ts"

/** A defect that the edits must detect. */
export type PlantedFault = "base of the service" | "no if_version"

/** The result of random edits. */
export interface Edited {
  readonly edits: number
  /** Pulls that had conflicts, and pushes that were too late. */
  readonly conflicts: number
  readonly late: number
  /** Lines that were written, never deleted, and are missing. */
  readonly lost: readonly string[]
}

const file = "tea/body.html.liquid"

/** Numbers from 0 to below 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Edits a template here and at the service at random, with pulls and pushes in between, also during a push. Each
 * written line is unique, so that a lost one can be identified.
 */
export async function editBothSides(seed: number, edits: number, fault?: PlantedFault): Promise<Edited> {
  const folder = new TemplateFolder()
  const random = randomFrom(seed)
  const alive = new Set<string>()
  const counts = { conflicts: 0, late: 0 }
  let written = 0
  try {
    const id = await folder.add({ name: "Tea", html: "<p>\n\n</p>\n" })
    await folder.run("pull --only tea")
    /** Writes a new line, replaces one, or deletes one. */
    const edit = (text: string): string => {
      const lines = text.split("\n")
      const at = Math.floor(random() * lines.length)
      const line = `line ${++written} ${random() < 0.2 ? "\r" : ""}`
      const kind = random()
      const gone = kind < 0.5 ? [] : lines.splice(at, 1)
      if (kind < 0.8) {
        lines.splice(at, 0, line)
        alive.add(nameOf(line))
      }
      for (const one of gone) alive.delete(nameOf(one))
      return lines.join("\n")
    }
    const editThere = async () => {
      const { html } = await folder.get(id)
      await folder.change(id, { html: edit(html ?? "") })
    }
    const fetch: typeof folder.sandbox.service.fetch = async (url, init) => {
      if (init?.method !== "PATCH") return folder.sandbox.service.fetch(url, init)
      if (random() < 0.2) await editThere()
      const { if_version, ...changes } = JSON.parse(String(init.body))
      const body = JSON.stringify(fault === "no if_version" ? changes : { ...changes, if_version })
      return folder.sandbox.service.fetch(url, { ...init, body })
    }
    const pull = async () => {
      if (fault === "base of the service") await forgetBase(folder, id)
      const { code } = await folder.run("pull --only tea --on-conflict mark")
      if (code !== 5) return
      counts.conflicts++
      // The conflict is resolved by keeping both versions.
      folder.edit(file, (text) => text.replaceAll(/^(?:<{7} here|\|{7} .*|={7}|>{7} .*)\n/gm, ""))
    }
    for (let done = 0; done < edits; done++) {
      const what = random()
      if (what < 0.5) folder.edit(file, edit)
      else await editThere()
      if (random() < 0.3) await pull()
      if (random() < 0.3) {
        const { code } = await folder.run("push --only tea", { io: { fetch } })
        if (code === 5) counts.late++
      }
    }
    await pull()
    await folder.run("push --only tea")
    const [here, there] = [folder.read(file), (await folder.get(id)).html ?? ""].map(linesIn)
    const lost = [...alive].filter((line) => !here?.has(line) || !there?.has(line))
    return { edits, ...counts, lost }
  } finally {
    await folder.close()
  }
}

const nameOf = (line: string): string => line.trim()

const linesIn = (text: string): Set<string> => new Set(text.split("\n").map(nameOf))

/** Simulates a command that uses the service's present content as the common base. */
async function forgetBase(folder: TemplateFolder, id: number): Promise<void> {
  const { version, html } = await folder.get(id)
  const { lock } = folder
  const entry = lock[folder.sandbox.service.url]["(default)"].tea
  const { baseName, writeBase } = await import("../../../cli/templates/base-store.ts")
  const { contentOf } = await import("../../../cli/templates/content.ts")
  const content = contentOf({ ...(await folder.get(id)), html: html ?? null })
  await writeBase(folder.dir, content, folder.sandbox.service.url)
  Object.assign(entry, { version, base: baseName(content) })
  folder.write(localLock, JSON.stringify(lock))
}
