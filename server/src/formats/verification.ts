import type { FileProblem, FileStamp } from './facts'

/** The result of checking a file. */
export interface Verification {
  /** Null when the file cannot be opened. */
  readonly stamp: FileStamp | null
  /** Computed as in the analysis; null if the file is unreadable. */
  readonly fileHash: string | null
  /** Damage, one problem of each type; empty for an intact file. */
  readonly problems: readonly FileProblem[]
}
