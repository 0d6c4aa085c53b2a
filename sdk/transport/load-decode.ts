/** What decodes, which loads with the first answer that is coded: short-lived processes seldom get one. */
export const loadDecode = () => import("./decode.ts")
