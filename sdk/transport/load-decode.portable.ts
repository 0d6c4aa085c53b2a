import { decode } from "./decode.ts"

/** Off Node the client is one file. */
export const loadDecode = async () => ({ decode })
