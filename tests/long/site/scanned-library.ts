import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { ScanReportDto, ScanStatusDto } from '@octavo/contract/scan'
import { type Client, until } from '../../kit/client'
import type { Site } from './site'

const ENDED = ['completed', 'failed', 'cancelled']

/** Creates a library of a folder and waits for its first scan. */
export async function scannedLibrary(admin: Client, path: string, seconds = 120): Promise<LibraryDto> {
  const library = await admin.post<LibraryDto>('/api/v1/libraries', { name: 'Books', path, scanImmediately: true })
  await scanEnd(admin, library.id, seconds)
  return library
}

/** Scans again and waits for the end. */
export async function scanAgain(admin: Client, id: string, mode = 'normal', seconds = 120): Promise<ScanStatusDto> {
  await admin.post(`/api/v1/libraries/${id}/scan?mode=${mode}`)
  return scanEnd(admin, id, seconds)
}

function scanEnd(admin: Client, id: string, seconds: number): Promise<ScanStatusDto> {
  return until(
    () => admin.get<ScanStatusDto>(`/api/v1/libraries/${id}/scan-status`),
    ({ status }) => ENDED.includes(status),
    seconds,
  )
}

/** The report of the last scan. */
export async function lastReport(admin: Client, id: string): Promise<ScanReportDto | undefined> {
  const { data } = await admin.get<{ data: readonly ScanReportDto[] }>(`/api/v1/libraries/${id}/scans`)
  return data[0]
}

export async function listedBooks(admin: Client): Promise<readonly BookDto[]> {
  return (await admin.get<Paginated<BookDto>>('/api/v1/books?pageSize=500')).data
}

/** Data that a scan without changes must not modify: one line for each book, hidden or not. */
export async function bookRows(site: Site): Promise<readonly string[]> {
  const rows = await site.run<object>(
    `select id, cast(path as text) as path, deleted, analyzed, file_hash, file_size, page_count, title from books order by id`,
  )
  return rows.map(row => JSON.stringify(row))
}
