import type { PresetTarget, SavedList } from '@octavo/contract/filter-preset'
import { AppError } from '../../kernel/app-error'
import { askBooks } from '../books'
import { askSeries } from '../series'
import type { PresetRow } from './filter-presets.queries'
import { readSort, upgraded } from './saved-question'

export type AskedPreset =
  | { readonly target: 'books'; readonly list: ReturnType<typeof askBooks> }
  | { readonly target: 'series'; readonly list: ReturnType<typeof askSeries> }

/**
 * The list that a preset stands for, checked.
 * @throws BadRequest when it cannot be asked any more
 */
export function askPreset(row: PresetRow): AskedPreset {
  const { condition, sort, query, version } = row
  const question = upgraded({ condition: JSON.parse(condition), sort, query }, version)
  return askList(row.target, { ...question, libraryId: row.library_id })
}

/** @throws BadRequest naming the place and what is allowed there */
export function askList(target: PresetTarget, list: SavedList): AskedPreset {
  const saved = { ...list, sort: readSort(list.sort) }
  return target === 'books' ? { target, list: askBooks(saved) } : { target, list: askSeries(saved) }
}

/** Whether it can still be asked. */
export function isAskable(row: PresetRow): boolean {
  return problemOf(row) === null
}

/** Why a preset cannot be asked any more; null when it can. */
export function problemOf(row: PresetRow): string | null {
  try {
    askPreset(row)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
