/** What writes files, which loads with the first one: most programs download none. */
export const loadSave = () => import("./paths.ts")
