/** The parts of an import upload, in the order given. */
export function importForm(csv: BlobPart, options?: unknown, resource = "contacts"): FormData {
  const form = new FormData()
  form.set("resource", resource)
  if (options !== undefined) form.set("options", typeof options === "string" ? options : JSON.stringify(options))
  form.set("file", new Blob([csv], { type: "text/csv" }), "contacts.csv")
  return form
}
