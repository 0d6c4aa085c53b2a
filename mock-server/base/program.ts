/** The command that works wherever the package is installed: `mas` may not be on the path, and `npx mas` is another package. */
export const program = "npx mas-sdk"
