import { PROBLEM_REASONS } from '@octavo/contract/formats'
import type { BookErrorDetailsDto, BookErrorDto } from '../../api/types'
import { formatSize } from '../../messages'
import { ta } from '../admin/messages'

const reasons: ReadonlySet<string> = new Set(PROBLEM_REASONS)

/** The remedy: translated if we know the reason, else the server's text. */
export function hintOf({ reason, hint }: Pick<BookErrorDetailsDto, 'reason' | 'hint'>): string {
  return reasons.has(reason) ? ta(`errors.hint.${reason}`) : hint
}

/** Details beyond the message. */
export function factsOf({ details }: Pick<BookErrorDto, 'details'>): string[] {
  const facts: string[] = []
  if (details.page) facts.push(details.page)
  else if (typeof details.pageNumber === 'number') facts.push(ta('errors.page', { number: String(details.pageNumber) }))
  if (typeof details.pages === 'number') facts.push(ta('errors.pages', { count: details.pages }))
  if (typeof details.bytes === 'number') facts.push(formatSize(details.bytes))
  if (details.said) facts.push(details.said)
  return facts
}
