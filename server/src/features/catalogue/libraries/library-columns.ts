import type { CreateLibraryRequest, UpdateLibraryRequest } from '@octavo/contract/library'
import type { Selectable } from 'kysely'
import type { LibrariesTable } from '../../../db/schema/libraries'
import type { NamingChoice } from '../naming'
import { allowedFormats } from './allowed-formats.rules'

const DEFAULT_DIRECTION = 'ltr'

export type LibraryColumns = Partial<Omit<Selectable<LibrariesTable>, 'pk' | 'id'>>

type Settings = Omit<CreateLibraryRequest, 'name' | 'path' | 'paths' | 'scanImmediately'> &
  Omit<UpdateLibraryRequest, 'name' | 'path' | 'paths'>

/**
 * The columns of a request's members: absent keeps, null clears.
 * @throws BadRequest for an unknown format
 */
export function settingsColumns(request: Settings): LibraryColumns {
  const columns: LibraryColumns = {}
  if (request.description !== undefined) columns.description = request.description
  if (request.isActive != null) columns.is_active = request.isActive
  if (request.seriesStrategy !== undefined) columns.series_strategy = request.seriesStrategy
  if (request.bookStrategy !== undefined) columns.book_strategy = request.bookStrategy
  if (request.numberStrategy !== undefined) columns.number_strategy = request.numberStrategy
  if (request.seriesConfig !== undefined) columns.series_config = json(request.seriesConfig)
  if (request.bookConfig !== undefined) columns.book_config = json(request.bookConfig)
  if (request.numberConfig !== undefined) columns.number_config = json(request.numberConfig)
  if (request.titlePreprocessingRules !== undefined) columns.title_rules = json(request.titlePreprocessingRules)
  if (request.autoMatchConditions !== undefined) columns.auto_match_conditions = json(request.autoMatchConditions)
  if (request.scanningConfig !== undefined) columns.scanning_config = json(request.scanningConfig)
  if (request.defaultReadingDirection !== undefined) {
    columns.default_reading_direction = request.defaultReadingDirection ?? DEFAULT_DIRECTION
  }
  if (request.allowedFormats !== undefined) {
    columns.allowed_formats = json(allowedFormats(request.allowedFormats))
  }
  if (request.excludedPatterns !== undefined) columns.excluded_patterns = request.excludedPatterns
  if (request.metadataSources !== undefined) columns.metadata_sources = json(request.metadataSources)
  return columns
}

/** The columns of naming rules, merged from the library's and the request's. */
export function namingColumns(choice: NamingChoice): LibraryColumns {
  return {
    series_strategy: choice.seriesStrategy,
    series_config: json(choice.seriesConfig ?? null),
    book_strategy: choice.bookStrategy,
    book_config: json(choice.bookConfig ?? null),
    number_strategy: choice.numberStrategy,
    title_rules: json(choice.titlePreprocessingRules ?? null),
  }
}

/** Defaults of a new library. Metadata in the file overrides titles. */
export const LIBRARY_DEFAULTS = {
  series_strategy: 'series_volume',
  book_strategy: 'smart',
  number_strategy: 'smart',
  default_reading_direction: DEFAULT_DIRECTION,
} as const

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
