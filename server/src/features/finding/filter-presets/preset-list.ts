import type { PresetTarget, SavedList } from '@octavo/contract/filter-preset'
import { GUARDED_LIST_FIELDS } from '@octavo/contract/list-fields'
import { AppError } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { BOOKS } from '../../catalogue/books'
import { SERIES } from '../../catalogue/series'
import { type list, parseList } from '../../lists/engine'
import type { PresetRow } from './preset-row'

type Asker = Pick<Viewer, 'permissions'>

const GUARDED = Object.keys(GUARDED_LIST_FIELDS)
const ENTITIES = { books: BOOKS, series: SERIES } as const satisfies Readonly<Record<PresetTarget, unknown>>

/**
 * The list of a preset, validated.
 * @throws BadRequest if it is no longer valid; Forbidden for fields that the viewer may not filter by
 */
export function listOfPreset(row: PresetRow, viewer: Asker): list.ListRequest {
  const { condition, sort, query, library_id: libraryId } = row
  return parseSavedList(row.target, { condition: JSON.parse(condition), sort, query, libraryId }, viewer)
}

/**
 * @throws BadRequest naming the place and the allowed values; Forbidden for fields that the viewer may not filter by
 */
export function parseSavedList(
  target: PresetTarget,
  { condition, query, sort, libraryId }: SavedList,
  viewer: Asker,
): list.ListRequest {
  const scope = { library: libraryId ?? undefined }
  // The contract of presets also writes `title:asc`.
  const ofList = sort?.replace(/\b([a-z_]+):(asc|desc)\b/gi, '$1,$2')
  return parseList(ENTITIES[target], { condition, text: query, sort: ofList, scope }, viewer)
}

/** Whether it is still valid. */
export function isUsable(row: PresetRow, viewer: Asker): boolean {
  return problemOf(row, viewer) === null
}

/** A shared preset is visible to those who may use all of its fields: its text may reveal what others must not see. */
export function isForViewer(row: PresetRow, viewer: Viewer): boolean {
  if (row.user_pk === viewer.userPk || !GUARDED.some(field => row.condition.includes(field))) return true
  try {
    listOfPreset(row, viewer)
    return true
  } catch (error) {
    return !(error instanceof AppError && error.code === 'Forbidden')
  }
}

/** Why a preset is no longer valid; null when it is. */
export function problemOf(row: PresetRow, viewer: Asker): string | null {
  try {
    listOfPreset(row, viewer)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
