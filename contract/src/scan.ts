import { z } from 'zod'
import { nullable, Timestamp, Uuid } from './ids'
import { LibraryParams } from './library'
import { json, nothing, route } from './route'

export const ScanStatusDto = z
  .object({
    libraryId: Uuid,
    status: z.string().meta({ description: 'pending, processing, completed, failed or cancelled' }),
    filesTotal: z.int(),
    filesProcessed: z.int(),
    seriesFound: z.int(),
    booksFound: z.int(),
    errors: z.array(z.string()),
    startedAt: Timestamp,
    completedAt: nullable(Timestamp),
  })
  .meta({ id: 'ScanStatusDto' })
export type ScanStatusDto = z.infer<typeof ScanStatusDto>

export const triggerScan = route({
  id: 'trigger_scan',
  method: 'post',
  path: '/api/v1/libraries/{library_id}/scan',
  tag: 'Scans',
  summary: 'Scan a library now',
  access: 'libraries-write',
  params: LibraryParams,
  query: z.object({ mode: z.enum(['normal', 'deep']).default('normal') }),
  status: 200,
  payload: json(ScanStatusDto),
  errors: [404, 409],
})

export const ConfirmMissingRequest = z
  .object({ path: nullable(z.string().meta({ description: 'One place of the absences; all of them when absent' })) })
  .meta({ id: 'ConfirmMissingRequest' })

export const confirmMissing = route({
  id: 'confirm_missing',
  method: 'post',
  path: '/api/v1/libraries/{library_id}/confirm-missing',
  tag: 'Scans',
  summary: 'Say that the books which the last scan did not find are gone, and scan',
  access: 'libraries-write',
  params: LibraryParams,
  body: ConfirmMissingRequest,
  bodyOptional: true,
  status: 200,
  payload: json(ScanStatusDto),
  errors: [404, 409],
})

export const getScanStatus = route({
  id: 'get_scan_status',
  method: 'get',
  path: '/api/v1/libraries/{library_id}/scan-status',
  tag: 'Scans',
  summary: 'The scan under way, or the last one',
  access: 'libraries-read',
  params: LibraryParams,
  status: 200,
  payload: json(ScanStatusDto),
  errors: [404],
})

export const cancelScan = route({
  id: 'cancel_scan',
  method: 'post',
  path: '/api/v1/libraries/{library_id}/scan/cancel',
  tag: 'Scans',
  summary: 'Stop the scan under way',
  access: 'libraries-write',
  params: LibraryParams,
  status: 204,
  payload: nothing,
  errors: [404],
})

export const listActiveScans = route({
  id: 'list_active_scans',
  method: 'get',
  path: '/api/v1/scans/active',
  tag: 'Scans',
  summary: 'Scans waiting or under way',
  access: 'libraries-read',
  status: 200,
  payload: json(z.array(ScanStatusDto)),
})
