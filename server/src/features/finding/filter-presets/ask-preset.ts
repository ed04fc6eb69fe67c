import type { PresetTarget, SavedList } from '@octavo/contract/filter-preset'
import { GUARDED_LIST_FIELDS } from '@octavo/contract/list-fields'
import { AppError } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { askBooks } from '../../catalogue/books'
import { askSeries } from '../../catalogue/series'
import type { PresetRow } from './filter-presets.queries'
import { readSort, upgraded } from './saved-question'

type Asker = Pick<Viewer, 'permissions'>

const GUARDED = Object.keys(GUARDED_LIST_FIELDS)

export type PresetList =
  | { readonly target: 'books'; readonly list: ReturnType<typeof askBooks> }
  | { readonly target: 'series'; readonly list: ReturnType<typeof askSeries> }

/**
 * The list that a preset stands for, checked.
 * @throws BadRequest when it cannot be asked any more; Forbidden when the viewer may not ask it
 */
export function listOfPreset(row: PresetRow, viewer: Asker): PresetList {
  const { condition, sort, query, version } = row
  const question = upgraded({ condition: JSON.parse(condition), sort, query }, version)
  return askList(row.target, { ...question, libraryId: row.library_id }, viewer)
}

/** @throws BadRequest naming the place and what is allowed there; Forbidden when the viewer may not ask it */
export function askList(target: PresetTarget, list: SavedList, viewer: Asker): PresetList {
  const saved = { ...list, sort: readSort(list.sort) }
  return target === 'books' ? { target, list: askBooks(saved) } : { target, list: askSeries(saved, viewer) }
}

/** Whether it can still be asked. */
export function isUsable(row: PresetRow, viewer: Asker): boolean {
  return problemOf(row, viewer) === null
}

/** What others share is there for those alone who may ask all that it asks: its words may be about what is hidden. */
export function isForViewer(row: PresetRow, viewer: Viewer): boolean {
  if (row.user_pk === viewer.userPk || !GUARDED.some(field => row.condition.includes(field))) return true
  try {
    listOfPreset(row, viewer)
    return true
  } catch (error) {
    return !(error instanceof AppError && error.code === 'Forbidden')
  }
}

/** Why a preset cannot be asked any more; null when it can. */
export function problemOf(row: PresetRow, viewer: Asker): string | null {
  try {
    listOfPreset(row, viewer)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
