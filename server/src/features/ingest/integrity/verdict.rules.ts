import type { FileProblem, FileStamp, ProblemReason } from '../../../formats/facts'
import type { Verification } from '../../../workers/pool.types'
import type { CheckedBook } from './integrity.queries'

/** The result of a check of a book. */
export type Verdict =
  /** The file is unchanged, or was modified and is intact. */
  | { readonly kind: 'whole'; readonly isOther: boolean }
  | { readonly kind: 'damaged'; readonly problems: readonly FileProblem[] }
  | { readonly kind: 'missing'; readonly problems: readonly FileProblem[] }
  /** Unknown: the file is being written, or exceeds the limits of a check. */
  | { readonly kind: 'unknown'; readonly why: string }

/** Reasons other than damage: analysis reports them where they matter. */
const NO_DAMAGE: ReadonlySet<ProblemReason> = new Set(['encrypted', 'unsupported', 'too-large', 'no-pages'])
const NO_ANSWER: ReadonlySet<ProblemReason> = new Set(['changed-while-read', 'resource'])
const GONE = ['ENOENT', 'ENOTDIR']

export function verdictOf(book: CheckedBook, { stamp, fileHash, problems }: Verification): Verdict {
  const open = problems.find(({ reason }) => NO_ANSWER.has(reason))
  if (open) return { kind: 'unknown', why: open.message }
  const damage = problems.filter(({ reason }) => !NO_DAMAGE.has(reason))
  if (damage.some(({ reason, details }) => reason === 'unreadable' && GONE.includes(String(details?.code)))) {
    return { kind: 'missing', problems: damage }
  }
  const isOther = stamp !== null && !isSame(book, stamp)
  // A file that nobody has written but that reads differently has been corrupted by its disk.
  if (!isOther && fileHash !== null && book.file_hash !== '' && fileHash !== book.file_hash && damage.length === 0) {
    return { kind: 'damaged', problems: [decayed()] }
  }
  return damage.length > 0 ? { kind: 'damaged', problems: damage } : { kind: 'whole', isOther }
}

function decayed(): FileProblem {
  return {
    errorType: 'other',
    reason: 'corrupt',
    message: 'The content of the file has changed, although nothing has written to it since.',
  }
}

function isSame(book: CheckedBook, stamp: FileStamp): boolean {
  return book.file_size === stamp.size && book.file_modified_ms === stamp.modifiedMs && book.file_inode === stamp.inode
}
