import * as contract from '@octavo/contract/series-export'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import type { ArtefactStore } from '../../../platform/artefact-store'
import type { TaskRequests } from '../../../platform/task-requests'
import { SERIES } from '../../catalogue/series'
import { parseList } from '../../lists/engine'
import { BOOK_EXPORT_FIELDS, fieldView, LLM_BOOKS, LLM_SERIES, SERIES_EXPORT_FIELDS } from './export-fields'
import { downloadExport, filesOf } from './export-files'
import { exportTask } from './export-task'
import { ownExports, type ShownExport } from './exports.queries'
import { deleteExport, type ExportKind, insertExport } from './exports.store'
import { checkedExport, requireReadable, type SeriesExportRequest } from './series-export.rules'

export interface ExportRouteDeps extends TaskRequests {
  readonly reader: Reader
  readonly store: ArtefactStore
}

export const EXPORT_SERIES = 'export_series'

const CATALOG: contract.ExportFieldCatalogResponse = {
  fields: SERIES_EXPORT_FIELDS.map(fieldView),
  bookFields: BOOK_EXPORT_FIELDS.map(fieldView),
  presets: { llmSelect: LLM_SERIES, llmSelectBooks: LLM_BOOKS },
}

/** Each person's own exports of series and books. */
export function seriesExportRoutes(binder: Binder, deps: ExportRouteDeps): void {
  const { reader, write, tasks, now } = deps

  binder.bind(contract.listSeriesExports, async ({ viewer }) => ({
    exports: (await ownExports(reader, viewer, 'series')).map(exportView),
  }))

  binder.bind(contract.createSeriesExport, async ({ viewer, body }) => {
    const { format, ...checked } = checkedExport(body)
    requireReadable(viewer, checked.exportType)
    const { condition, fullTextSearch: text } = checked
    parseList(SERIES, { condition, text }, viewer)
    const request = JSON.stringify({ ...checked, permissions: [...viewer.permissions] } satisfies SeriesExportRequest)
    if (request.length > LIMITS.exports.request) throw refused('BadRequest', 'filter_large', 'The request is too long')
    const task = (id: string) => exportTask(EXPORT_SERIES, id, viewer.userId)
    const id = await write(tx =>
      insertExport(tx, { user_pk: viewer.userPk, kind: 'series', format, request, task }, now()),
    )
    tasks.notify()
    return exportView(await ownExport(reader, viewer, 'series', id))
  })

  // Registered before the routes of one export, whose id would be `fields`.
  binder.bind(contract.getExportFields, () => CATALOG)
  binder.bind(contract.getSeriesExport, async ({ viewer, params }) =>
    exportView(await ownExport(reader, viewer, 'series', params.id)),
  )
  binder.bind(contract.deleteSeriesExport, ({ viewer, params }) => removeExport(deps, viewer, 'series', params.id))
  binder.bind(contract.downloadSeriesExport, async call => {
    const row = await ownExport(reader, call.viewer, 'series', call.params.id)
    const day = timestamp(row.created_at).slice(0, 10)
    const { exportType }: SeriesExportRequest = JSON.parse(row.request)
    requireReadable(call.viewer, exportType)
    return downloadExport(deps, call, row, `octavo-${exportType}-${day}`)
  })
}

/** @throws NotFound, also for somebody else's */
export async function ownExport(reader: Reader, viewer: Viewer, kind: ExportKind, id: string): Promise<ShownExport> {
  const [row] = await ownExports(reader, viewer, kind, id)
  if (!row) throw notFound('Export')
  return row
}

/** @throws NotFound */
export async function removeExport(
  { reader, write, store }: Pick<ExportRouteDeps, 'reader' | 'write' | 'store'>,
  viewer: Viewer,
  kind: ExportKind,
  id: string,
): Promise<null> {
  const row = await ownExport(reader, viewer, kind, id)
  await write(tx => deleteExport(tx, row))
  if (row.file !== null) await store.remove(filesOf(row.file))
  return null
}

/** Status fields of any export. */
export function workView(row: ShownExport) {
  const { state, current, total, message } = row
  return {
    id: row.id,
    status: state,
    error: row.reason,
    progress: state === 'running' && total ? { current: current ?? 0, total, message } : null,
    rowCount: row.row_count === null ? null : Number(row.row_count),
    fileSizeBytes: row.bytes === null ? null : Number(row.bytes),
    createdAt: timestamp(row.created_at),
    startedAt: timestampOrNull(row.started_at),
    completedAt: timestampOrNull(row.completed_at),
    expiresAt: timestamp(row.expires_at),
  }
}

function exportView(row: ShownExport): contract.SeriesExportDto {
  const { permissions: _, ...request }: SeriesExportRequest = JSON.parse(row.request)
  const { libraryIds, fields, bookFields } = request
  const named = { libraryIds: [...libraryIds], fields: [...fields], bookFields: [...bookFields] }
  return { ...workView(row), format: row.format, ...request, ...named }
}
