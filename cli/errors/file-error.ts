/** What went wrong with a file, in a few words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  switch (code) {
    case "ENOENT":
      return "there is no such file or folder"
    case "EACCES":
    case "EPERM":
      return "permission is missing"
    case "EISDIR":
      return "it is a folder"
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
