import { PRESET_SCOPES, PRESET_TARGETS, type PresetTarget } from '@octavo/contract/filter-preset'
import type { Refusal } from '@octavo/contract/refusals'
import { isOneLine, isVisible } from '@octavo/contract/visible-text'
import { type RefusalFacts, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { parseSavedList } from './preset-list'

/** Fields of a preset in a request to create or change one. */
export interface PresetRequest {
  readonly name: string
  readonly condition: Readonly<Record<string, unknown>>
  readonly query?: string | null | undefined
  readonly sort?: string | null | undefined
  readonly view?: string | null | undefined
}

/** @throws BadRequest naming the allowed values */
function oneOf<const Word extends string>(words: readonly Word[], value: string, place: string): Word {
  const word = words.find(each => each === value)
  if (!word) return refuse(place, `must be one of ${words.join(', ')}`)
  return word
}

export const scopeOf = (value: string) => oneOf(PRESET_SCOPES, value, 'scope')
export const targetOf = (value: string) => oneOf(PRESET_TARGETS, value, 'target')

/**
 * Validates a preset by the rules of its list. Blank text counts as absent.
 * @throws BadRequest naming the place; Forbidden for fields that the viewer may not filter by
 */
export function checkPreset(request: PresetRequest, target: PresetTarget, viewer: Pick<Viewer, 'permissions'>) {
  const question = {
    condition: JSON.stringify(request.condition),
    sort: request.sort?.trim() || null,
    query: request.query?.trim() || null,
  }
  const { sort, query } = question
  const { presets, lists } = LIMITS
  if (question.condition.length > presets.condition) refuse('condition', 'is too long', 'filter_large')
  const { fullTextSearch: max } = lists
  if ((query?.length ?? 0) > max) refuse('query', `is longer than ${max} characters`, 'text_long', { max })
  parseSavedList(target, { condition: request.condition, sort, query, libraryId: null }, viewer)
  return { ...question, ...checkName(request) }
}

/** @throws BadRequest naming the place */
export function checkName(request: PresetRequest): { name: string; view: string | null | undefined } {
  const { presets } = LIMITS
  const name = request.name.trim().normalize('NFC')
  if (!isOneLine(name)) {
    throw refused('BadRequest', 'text_control', 'name: has control characters or characters that reverse text', 'name')
  }
  if (!name.isWellFormed()) refuse('name', 'contains an unpaired surrogate', 'text_control')
  const length = `must have 1 to ${presets.name} characters`
  if (!isVisible(name)) refuse('name', length, 'field_missing')
  if (name.length > presets.name) refuse('name', length, 'text_long', { max: presets.name })
  const texts = { view: request.view, query: request.query, sort: request.sort }
  for (const [place, text] of Object.entries(texts)) {
    if (text && !text.isWellFormed()) refuse(place, 'contains an unpaired surrogate')
  }
  if ((request.view?.length ?? 0) > presets.view) refuse('view', `is longer than ${presets.view} characters`)
  return { name, view: request.view }
}

export function refuse(place: string, problem: string, reason: Refusal = 'field_bad', facts: RefusalFacts = {}): never {
  throw refused('BadRequest', reason, `${place}: ${problem}`, { path: place, ...facts })
}
