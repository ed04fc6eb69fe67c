import type { FileProblem, FileStamp } from './facts'

/** What a check of a file found. */
export interface Verification {
  /** Null when the file cannot be opened. */
  readonly stamp: FileStamp | null
  /** As analysis makes it; null when the file cannot be read. */
  readonly fileHash: string | null
  /** What is damaged, one problem of each type; empty for a whole file. */
  readonly problems: readonly FileProblem[]
}
