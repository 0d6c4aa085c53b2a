/** Git Bash on Windows turns `/v1/my/lists` into `C:/Program Files/Git/v1/my/lists`. */
export const isFilePath = (text: string): boolean => /^[a-z]:[\\/]/i.test(text)

export const changedPath = "is a file path: Git Bash has prefixed its own folder. Omit the first slash: v1/my/contacts"

/** The path of a request, as typed: the first slash may be omitted. */
export const servicePath = (text: string): string => (/^[/*]/.test(text) || isFilePath(text) ? text : `/${text}`)
