/** The command line as it is called wherever the package is installed: `mas` may be on no path, and `npx mas` is another package. */
export const program = "npx mas-sdk"
