import type { ProblemReason } from '@octavo/contract/formats'
import type { Refusal } from '@octavo/contract/refusals'
import type { FileProblem } from '../../../formats/facts'
import { type AppError, refused } from '../../../kernel/app-error'

const WHY: Partial<Record<ProblemReason, Refusal>> = {
  'page-corrupt': 'part_damaged',
  corrupt: 'part_damaged',
  encrypted: 'part_encrypted',
  'too-large': 'part_too_large',
  resource: 'part_costly',
  'changed-while-read': 'part_changed',
}

/** The answer for a page or another part of a book that cannot be shown. */
export function partRefusal({ reason, message }: FileProblem): AppError {
  return refused('UnprocessableEntity', WHY[reason] ?? 'part_unreadable', message, { problem: reason })
}
