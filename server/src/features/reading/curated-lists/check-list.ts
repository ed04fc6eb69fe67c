import { GUARDED_LIST_FIELDS } from '@octavo/contract/list-fields'
import type { Refusal } from '@octavo/contract/refusals'
import { isOneLine, isVisible } from '@octavo/contract/visible-text'
import { type RefusalFacts, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { parseList } from '../../lists/engine'
import type { Kind } from './kind'

const GUARDED = Object.keys(GUARDED_LIST_FIELDS)

export function refuse(path: string, problem: string, reason: Refusal = 'field_bad', facts: RefusalFacts = {}): never {
  throw refused('BadRequest', reason, `${path}: ${problem}`, { path, ...facts })
}

/** @throws BadRequest naming the place */
function checkText(path: string, text: string, max: number): string {
  const clean = text.trim().normalize('NFC')
  if (!clean.isWellFormed()) refuse(path, 'contains an unpaired surrogate', 'text_control')
  if (/\p{Cc}/u.test(clean.replace(/[\n\r\t]/g, ''))) refuse(path, 'contains control characters', 'text_control')
  if (clean.length > max) refuse(path, `is longer than ${max} characters`, 'text_long', { max })
  return clean
}

/**
 * Text on one line; empty if has no visible characters.
 * @throws BadRequest naming the place
 */
export function checkLine(path: string, text: string, max: number): string {
  const given = text.replace(/\s+/g, ' ')
  if (!isOneLine(given)) {
    const problem = `${path}: has control characters or characters that reverse text`
    throw refused('BadRequest', 'text_control', problem, path)
  }
  const clean = checkText(path, given, max)
  return isVisible(clean) ? clean : ''
}

/** @throws BadRequest */
export function checkName(name: string): string {
  const { name: max } = LIMITS.curatedLists
  return checkLine('name', name, max) || refuse('name', `must have 1 to ${max} characters`, 'field_missing')
}

/** Blank counts as none. */
export function checkSummary(summary: string | null | undefined): string | null {
  return checkText('summary', summary ?? '', LIMITS.curatedLists.summary) || null
}

/**
 * A rule in its stored form, after running it once.
 * @throws BadRequest naming the place; Forbidden for fields that the viewer may not use
 */
export function checkRule(
  kind: Kind,
  condition: Readonly<Record<string, unknown>> | null | undefined,
  viewer: Pick<Viewer, 'permissions'>,
): string | null {
  if (!condition) return null
  const text = JSON.stringify(condition)
  if (text.length > LIMITS.curatedLists.condition) refuse('condition', 'is too long', 'filter_large')
  parseList(kind.entity, { condition }, viewer)
  return text
}

/**
 * A shared list would show everybody the result of a restricted filter.
 * @throws BadRequest
 */
export function checkOpenRule(condition: string | null): void {
  const field = GUARDED.find(name => condition?.includes(`"${name}"`))
  if (field) refuse('condition', `${field} can only be used by a private list`, 'filter_private')
}
