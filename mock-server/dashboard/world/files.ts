export function download(name: string, text: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}

export const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(new Error(`${file.name} cannot be read`))
    reader.onload = () => resolve(String(reader.result).split(",", 2)[1] ?? "")
    reader.readAsDataURL(file)
  })

/** The content of the chosen JSON file; undefined if none was chosen. */
export async function readJsonFile(field: HTMLInputElement): Promise<object | undefined> {
  const file = field.files?.[0]
  if (file === undefined) return undefined
  try {
    return JSON.parse(await file.text())
  } catch (error) {
    throw new Error(`${file.name} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    field.value = ""
  }
}
