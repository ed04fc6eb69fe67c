import type { AuditAction, listAudit } from '@octavo/contract/audit'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Reader } from '../../../db'
import type { AuditLogTable } from '../../../db/schema/audit'

export type AuditRow = Selectable<AuditLogTable>

export type AuditFilter = Omit<z.infer<NonNullable<(typeof listAudit)['query']>>, 'page' | 'pageSize'>

/** One page of entries, newest first, and the total. For administrators. */
export async function auditPage(
  reader: Reader,
  filter: AuditFilter,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: AuditRow[]; readonly total: number }> {
  const query = matching(reader, filter)
  const { total } = await query.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('pk', 'desc')
    .limit(pageSize)
    .offset(Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER))
    .execute()
  return { rows, total }
}

function matching(
  reader: Reader,
  { action, outcome, subjectKind, subjectId, userId, personId, libraryId, from, to, q }: AuditFilter,
) {
  let query = reader.query.selectFrom('audit_log')
  if (action) query = query.where('action', 'in', action)
  if (outcome) query = query.where('outcome', '=', outcome)
  if (subjectKind) query = query.where('subject_kind', '=', subjectKind)
  // Other subjects than the entry's name are among its further subjects.
  const among = (id: string) =>
    reader.query.selectFrom('audit_subjects').select('act_pk').where('audit_subjects.subject_id', '=', id)
  if (subjectId) {
    const id = subjectId.toLowerCase()
    query = query.where(eb => eb.or([eb('subject_id', '=', id), eb('pk', 'in', among(id))]))
  }
  if (userId) query = query.where('user_id', '=', userId.toLowerCase())
  if (personId) {
    const id = personId.toLowerCase()
    query = query.where(eb => eb.or([eb('user_id', '=', id), eb('subject_id', '=', id)]))
  }
  if (libraryId) {
    const id = libraryId.toLowerCase()
    query = query.where(eb => eb.or([eb('library_id', '=', id), eb('pk', 'in', among(id))]))
  }
  if (from) query = query.where('at', '>=', Date.parse(from))
  if (to) query = query.where('at', '<', Date.parse(to))
  if (q) {
    const word = q.toLowerCase().replace(/[\\%_]/g, '\\$&')
    const holds = (column: 'user_name' | 'subject_name') =>
      sql<boolean>`lower(${sql.ref(column)}) like ${`%${word}%`} escape '\\'`
    const begins = sql<boolean>`lower(address) like ${`${word}%`} escape '\\'`
    query = query.where(eb => eb.or([holds('user_name'), holds('subject_name'), begins]))
  }
  return query
}

/** Unfinished entries of a kind that began before a moment. */
export function begunActs(reader: Reader, action: AuditAction, before: number): Promise<AuditRow[]> {
  return reader.query
    .selectFrom('audit_log')
    .selectAll()
    .where('outcome', '=', 'begun')
    .where('action', '=', action)
    .where('at', '<=', before)
    .orderBy('pk')
    .execute()
}
