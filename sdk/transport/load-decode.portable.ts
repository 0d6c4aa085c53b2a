import { decode } from "./decode.ts"

/** Off Node the client is a single file. */
export const loadDecode = async () => ({ decode })
