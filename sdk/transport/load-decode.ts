/** Loads the decoders with the first encoded response: short-lived processes seldom get one. */
export const loadDecode = () => import("./decode.ts")
