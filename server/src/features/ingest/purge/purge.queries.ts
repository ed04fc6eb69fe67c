import { type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { NewAct } from '../../../platform/audit-log'

/** Scope of a purge: a library, one of its series or books; optionally only books hidden before a moment. */
export interface PurgePlace {
  readonly libraryPk: number
  readonly libraryId: string
  readonly libraryName: string
  /** The subject in the audit log. */
  readonly subject: NewAct['subject']
  readonly seriesPk?: number
  readonly bookPk?: number
  readonly before?: number | undefined
}

/** @throws NotFound */
export async function libraryPlace(reader: Reader, libraryId: string): Promise<PurgePlace> {
  const row = await reader.query
    .selectFrom('libraries')
    .select(['pk', 'name'])
    .where('id', '=', libraryId)
    .executeTakeFirst()
  if (!row) throw notFound('Library')
  const subject = { kind: 'library', id: libraryId, name: row.name } as const
  return { libraryPk: row.pk, libraryId, libraryName: row.name, subject }
}

/** @throws NotFound */
export async function seriesPlace(reader: Reader, seriesPk: number): Promise<PurgePlace> {
  const row = await reader.query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .select(['libraries.pk as libraryPk', 'libraries.id as libraryId', 'libraries.name as libraryName'])
    .select(['series.id', 'series.title'])
    .where('series.pk', '=', seriesPk)
    .executeTakeFirst()
  if (!row) throw notFound('Series')
  const { id, title: name, ...library } = row
  return { ...library, seriesPk, subject: { kind: 'series', id, name } }
}

/** The ids of series, by key. */
export async function seriesIds(tx: Tx, pks: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.query.selectFrom('series').select(['pk', 'id']).where('pk', 'in', pks).execute()
  return new Map(rows.map(({ pk, id }) => [pk, id]))
}

/** A running scan caches the series and folders of its library: none of them may be deleted meanwhile. */
export async function isScanned(tx: Tx, libraryPk: number): Promise<boolean> {
  const row = await tx.query
    .selectFrom('scans')
    .select('pk')
    .where('library_pk', '=', libraryPk)
    .where(sql<SqlBool>`status in ('pending', 'processing')`)
    .executeTakeFirst()
  return row !== undefined
}

/** The key of the person who requested a task; null for a schedule. */
export async function whoAsked(reader: Reader, taskPk: number): Promise<number | null> {
  const row = await reader.query
    .selectFrom('tasks')
    .select('requested_by_pk')
    .where('pk', '=', taskPk)
    .executeTakeFirst()
  return row?.requested_by_pk ?? null
}
