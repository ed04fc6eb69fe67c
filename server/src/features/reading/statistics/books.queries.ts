import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey, visible } from '../../people/access'

export interface SessionRow {
  readonly pk: number
  readonly started_at: number
  readonly ended_at: number
  readonly device: string
  readonly device_name: string | null
  readonly active_ms: number | null
  readonly estimated_ms: number | null
  readonly pages_read: number | null
  readonly kind: string
  /** Null for a deleted or hidden book. */
  readonly book: string | null
  readonly series: string | null
  readonly file_format: string | null
}

/** Sessions of a period with the visible details of their books, in pages after a key. */
export function sessionsAfter(
  reader: Reader,
  viewer: Viewer,
  {
    from,
    to,
    after,
    most,
  }: { readonly from: number; readonly to: number; readonly after: number; readonly most: number },
): Promise<SessionRow[]> {
  return runPrepared<SessionRow, { userPk: number; from: number; to: number; after: number; most: number }>(
    reader,
    `statistics.sessions|${visibilityKey(viewer)}`,
    { userPk: viewer.userPk, from, to, after, most },
    p => sql<SessionRow>`select log.pk, started_at, ended_at, device, device_name, active_ms, estimated_ms, pages_read, kind,
        seen.title as book, series.title as series, seen.file_format
      from reading_sessions as log
        left join (select books.* from books where not books.deleted and ${visible(viewer, 'books.library_pk')}) as seen
          on seen.pk = log.book_pk
        left join series on series.pk = seen.series_pk
      where log.user_pk = ${p.userPk} and kind <> 'reset' and started_at >= ${p.from} and started_at < ${p.to}
        and log.pk > ${p.after}
      order by log.pk limit ${p.most}`,
  )
}
