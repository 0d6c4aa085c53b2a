/** Templates as files: a separate file in dist, with the packages that only it needs. */
export { baseName, readBase, refuseLinkedBase, removeUnused, writeBase } from "./base-store.ts"
export { TemplateChecker, type TemplateFinding } from "./check-template.ts"
export { compare, type Pair, type RemoteTemplate, renamedPair, type State } from "./compare.ts"
export { type Content, changedFields, contentOf } from "./content.ts"
export { diffOf } from "./diff-of.ts"
export { readTextFile, writeTextFile } from "./folder-files.ts"
export {
  addressKey,
  defaultBrand,
  type Lock,
  type LockAccount,
  type LockEntry,
  type Locked,
  localFolder,
  lockName,
  readLock,
  solveLock,
  writeLock,
} from "./lock-file.ts"
export { movedEntries } from "./move-entries.ts"
export { isOwnFile } from "./own-files.ts"
export { type Place, type Problem, placeText } from "./place.ts"
export { type Preview, previewsOf, showPreviews } from "./preview-world.ts"
export { type FolderTemplate, hasOnlyMarks, readTemplates, type TemplateSet } from "./read-templates.ts"
export { type Conflict, type Resolved, resolve } from "./resolve.ts"
export { solveMarks } from "./solve-marks.ts"
export { mayHold } from "./traces.ts"
export { typedTemplates } from "./types/typed-templates.ts"
export { typesFile, typesFileName } from "./types/types-file.ts"
export { deleteTemplate, removeUnfinished, writeTemplate } from "./write-template.ts"
