import type { FilterPresetDto } from '../../api/types'
import { type Condition, defaultSort, type ListState, type ListView, type Question, stateOf } from '../lists'

const VIEWS: readonly string[] = ['grid', 'list', 'table'] satisfies ListView[]

/** The query of a saved filter, in the format of lists. */
export function questionOfPreset(preset: FilterPresetDto): Question {
  const kind = preset.target === 'books' ? 'books' : 'series'
  const view = VIEWS.find(each => each === preset.view) as ListView | undefined
  return {
    kind,
    condition: isEverything(preset.condition) ? null : (preset.condition as Condition),
    text: preset.query ?? '',
    sort: preset.sort?.replace(/\b([a-z_]+):(asc|desc)\b/g, '$1,$2') ?? defaultSort(kind),
    view: view ?? 'grid',
  }
}

/** A query in the format of saved filters. */
export function presetOfQuestion({ kind, condition, text, sort, view }: Question) {
  return { target: kind, condition: condition ?? { allOf: [] }, query: text || null, sort, view }
}

/** Whether two queries have the same results and view. */
export function sameQuestion(a: Question, b: Question): boolean {
  return JSON.stringify(stateOf(a)) === JSON.stringify(stateOf(b))
}

/** The search parameters of a saved filter's address. */
export const searchOfPreset = (preset: FilterPresetDto): ListState => stateOf(questionOfPreset(preset))

function isEverything(condition: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(condition.allOf) && condition.allOf.length === 0
}
