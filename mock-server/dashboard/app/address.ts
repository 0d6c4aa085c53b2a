// The page is served below `/_mock/` of its world, after any prefix that the server is mounted under.
const [, root = "", id = "main"] = /^(.*?)(?:\/@([^/]+))?\/$/.exec(new URL("..", location.href).href) ?? []

export const ownId = id

/** The address of a world under the host name that the page was opened with, whatever the server calls itself. */
export const addressOf = (id: string): string => (id === "main" ? root : `${root}/@${id}`)
