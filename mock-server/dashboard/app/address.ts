// The page is served below `/_mock/` of its world, after any prefix that the server is mounted under.
const [, root = "", id = "main"] = /^(.*?)(?:\/@([^/]+))?\/$/.exec(new URL("..", location.href).href) ?? []

export const ownId = id

/** The address of a world by the name under which the window was opened, whatever the server calls itself. */
export const addressOf = (id: string): string => (id === "main" ? root : `${root}/@${id}`)
