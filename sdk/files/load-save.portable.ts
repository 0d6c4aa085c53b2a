import { save } from "./paths.portable.ts"

/** Off Node the client is one file. */
export const loadSave = async () => ({ save })
