import * as library from '@octavo/contract/library'
import * as naming from '@octavo/contract/naming'
import * as scan from '@octavo/contract/scan'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { allowedFormats, libraryFolders } from '../../catalogue/libraries'
import { changedChoice, choiceOfRow, requestNamer } from '../../catalogue/naming'
import { requireWholeLibrary } from '../../people/access'
import { previewNaming } from './preview-naming'
import { previewScan } from './preview-scan'
import { confirmMissing, requestScan, requestSeriesScan, type ScanRequests, stopScan } from './request-scan'
import { activeScans, latestScan, scanReport, scanReports } from './scan.queries'
import type { ScanDeps, ScanMode } from './scan.types'
import { reportView, scanView } from './scan.view'

/** Scans: start, progress, stop, and the preview of a folder. Returns the request to scan, for other protocols. */
export function scanRoutes(
  binder: Binder,
  deps: ScanRequests & Pick<ScanDeps, 'pool'> & { readonly folderRules: libraryFolders.FolderRules },
) {
  const { reader, pool } = deps

  binder.bind(scan.triggerScan, ({ viewer, params, query }) =>
    requestScan(deps, viewer, params.library_id, query.mode, query.path),
  )

  binder.bind(scan.triggerSeriesScan, ({ viewer, params, query }) =>
    requestSeriesScan(deps, viewer, params.series_id, query.mode),
  )

  binder.bind(scan.confirmMissing, ({ viewer, params, body }) =>
    confirmMissing(deps, viewer, params.library_id, { folder: body.folder ?? null, path: body.path ?? null }),
  )

  binder.bind(scan.getScanStatus, async ({ viewer, params }) => {
    const row = await latestScan(reader, await requireWholeLibrary(reader, viewer, params.library_id, 'Scan'))
    if (!row) throw notFound('Scan')
    return scanView(row)
  })

  binder.bind(scan.cancelScan, async ({ viewer, params }) => {
    await stopScan(deps, viewer, params.library_id)
    return null
  })

  binder.bind(scan.listScans, async ({ viewer, params, query: { page, pageSize }, url }) => {
    const libraryPk = await requireWholeLibrary(reader, viewer, params.library_id, 'Library')
    const { rows, total } = await scanReports(reader, libraryPk, { page, pageSize })
    const reports = rows.map(row => {
      const { findings: _, ...report } = reportView(row)
      return report
    })
    return envelope(url, page, pageSize, total, reports)
  })

  binder.bind(scan.getScan, async ({ viewer, params }) => {
    const libraryPk = await requireWholeLibrary(reader, viewer, params.library_id, 'Scan')
    const row = await scanReport(reader, libraryPk, params.scan_id)
    if (!row) throw notFound('Scan')
    return reportView(row)
  })

  binder.bind(scan.listActiveScans, async ({ viewer }) => (await activeScans(reader, viewer)).map(scanView))

  binder.bind(naming.previewNaming, async ({ viewer, params, query, body, url }) => {
    const { page, pageSize } = query
    const asked = { page, pageSize, onlyChanged: query.onlyChanged === 'true' }
    const { rows, total, summary } = await previewNaming({ reader, pool }, viewer, params.library_id, body, asked)
    return { ...envelope(url, page, pageSize, total, rows), summary }
  })

  binder.bind(library.previewScan, async ({ viewer, body, request }) => {
    const namer = requestNamer(pool, changedChoice(choiceOfRow(null), body))
    const { excludedPatterns = null, imageFolders = true, metadataSources: sources = null } = body
    await libraryFolders.requireAllowedFolders(reader, viewer, deps.folderRules, libraryFolders.foldersOf(body))
    const folders = (await libraryFolders.namedFolders(body)) ?? []
    await libraryFolders.requireAllowedFolders(reader, viewer, deps.folderRules, folders)
    const formats = allowedFormats(body.allowedFormats)
    return previewScan(pool, { folders, namer, formats, excludedPatterns, imageFolders, sources }, request.signal)
  })
  return (viewer: Viewer, libraryId: string, mode: ScanMode) => requestScan(deps, viewer, libraryId, mode)
}
