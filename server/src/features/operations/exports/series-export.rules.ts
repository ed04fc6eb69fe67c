import type { Refusal } from '@octavo/contract/refusals'
import {
  type CreateSeriesExportRequest,
  EXPORT_FORMATS,
  EXPORT_TYPES,
  type ExportFormat,
  type ExportType,
} from '@octavo/contract/series-export'
import { refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_EXPORT_FIELDS, type ExportField, SERIES_EXPORT_FIELDS } from './export-fields'

/** The stored form of a request. */
export interface SeriesExportRequest {
  readonly exportType: ExportType
  readonly libraryIds: readonly string[]
  readonly fields: readonly string[]
  readonly bookFields: readonly string[]
  readonly condition: Readonly<Record<string, unknown>> | null
  readonly fullTextSearch: string | null
  readonly permissions: readonly string[]
}

function refuse(path: string, problem: string, reason: Refusal = 'field_bad', max?: number): never {
  throw refused('BadRequest', reason, `${path}: ${problem}`, { path, ...(max !== undefined && { max }) })
}

function oneOf<const Word extends string>(words: readonly Word[], given: string, path: string): Word {
  return words.find(word => word === given) ?? refuse(path, `must be one of ${words.join(', ')}`)
}

/** @throws BadRequest naming the place */
export function checkedExport(
  body: CreateSeriesExportRequest,
): Omit<SeriesExportRequest, 'permissions'> & { readonly format: ExportFormat } {
  const { exports: limits } = LIMITS
  const format = oneOf(EXPORT_FORMATS, body.format, 'format')
  const exportType = oneOf(EXPORT_TYPES, body.exportType ?? 'series', 'exportType')
  if (format === 'csv' && exportType === 'both') refuse('exportType', 'CSV has either series or books')
  const libraryIds = [...new Set(body.libraryIds.map(id => id.toLowerCase()))]
  if (libraryIds.length === 0) refuse('libraryIds', 'name at least one library', 'field_missing')
  if (libraryIds.length > limits.libraries)
    refuse('libraryIds', `at most ${limits.libraries}`, 'list_long', limits.libraries)
  const fields = known('fields', body.fields, SERIES_EXPORT_FIELDS)
  const bookFields = known('bookFields', body.bookFields ?? [], BOOK_EXPORT_FIELDS)
  const ofType = exportType === 'books' ? bookFields : fields
  if (ofType.length === 0)
    refuse(exportType === 'books' ? 'bookFields' : 'fields', 'name at least one field', 'field_missing')
  const condition = body.condition ?? null
  if (JSON.stringify(condition).length > limits.request) refuse('condition', 'is too long', 'filter_large')
  const fullTextSearch = body.fullTextSearch?.trim() || null
  return { format, exportType, libraryIds, fields, bookFields, condition, fullTextSearch }
}

/**
 * What is exported needs the permission to read it.
 * @throws Forbidden
 */
export function requireReadable({ permissions }: Pick<Viewer, 'permissions'>, exportType: ExportType): void {
  const needed = exportType === 'series' ? (['series-read'] as const) : (['series-read', 'books-read'] as const)
  const permission = needed.find(each => !permissions.has(each))
  if (!permission) return
  throw refused('Forbidden', 'permission_missing', `Missing required permission: ${permission}`, { permission })
}

/** Without duplicates. */
function known<Item>(path: string, keys: readonly string[], all: readonly ExportField<Item>[]): string[] {
  if (keys.length > LIMITS.exports.fields) refuse(path, `at most ${LIMITS.exports.fields} fields`)
  for (const [at, key] of keys.entries()) {
    if (!all.some(field => field.key === key)) refuse(`${path}.${at}`, `there is no field ${key.slice(0, 100)}`)
  }
  return [...new Set(keys)]
}

/** The columns of a request: the anchor first, then the named ones in their order. */
export function columnsOf<Item>(keys: readonly string[], all: readonly ExportField<Item>[]): ExportField<Item>[] {
  const named = keys.flatMap(key => all.find(field => field.key === key && !field.isAnchor) ?? [])
  return [...all.filter(field => field.isAnchor), ...named]
}
