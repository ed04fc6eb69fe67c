import type { LibraryDto } from '@octavo/contract/library'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import { seesFolders, type Viewer } from '../../../kernel/viewer'
import { formatNames } from './allowed-formats.rules'
import type { LibraryRow } from './libraries.queries'

type Absence = Omit<LibraryDto['absences'][number], 'folder'>

/** A library as the contract shows it; with folders only for people who manage libraries. */
export function libraryView(row: LibraryRow, viewer: Viewer): LibraryDto {
  const folders = seesFolders(viewer) ? row.folders : []
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    path: folders[0]?.path ?? '',
    paths: folders.map(folder => folder.path),
    isActive: row.is_active,
    absences: folders.flatMap(({ path: folder, absences }) =>
      (absences === null ? [] : (JSON.parse(absences) as Absence[])).map(absence => ({ folder, ...absence })),
    ),
    seriesStrategy: row.series_strategy as LibraryDto['seriesStrategy'],
    bookStrategy: row.book_strategy as LibraryDto['bookStrategy'],
    numberStrategy: row.number_strategy as LibraryDto['numberStrategy'],
    ...json('seriesConfig', row.series_config),
    ...json('bookConfig', row.book_config),
    ...json('numberConfig', row.number_config),
    ...json('titlePreprocessingRules', row.title_rules),
    ...json('autoMatchConditions', row.auto_match_conditions),
    ...json('scanningConfig', row.scanning_config),
    ...json('metadataSources', row.metadata_sources),
    defaultReadingDirection: row.default_reading_direction,
    allowedFormats: row.allowed_formats === null ? null : formatNames(JSON.parse(row.allowed_formats)),
    excludedPatterns: row.excluded_patterns,
    bookCount: row.book_count,
    seriesCount: row.series_count,
    coverVersion: row.cover_version,
    lastScannedAt: timestampOrNull(row.last_scanned_at),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
  }
}

/** Values never set are left out. */
function json(name: string, text: string | null): object {
  return text === null ? {} : { [name]: JSON.parse(text) }
}
