import type { AuditAction } from '@octavo/contract/audit'
import type { Selectable } from 'kysely'
import type { Reader } from '../../db'
import type { AuditLogTable } from '../../db/schema/audit'

export type AuditRow = Selectable<AuditLogTable>

export interface AuditFilter {
  readonly action?: AuditAction | undefined
  readonly libraryId?: string | undefined
}

/** One page of acts, the last first, and how many there are. It is for those who may do everything. */
export async function auditPage(
  reader: Reader,
  { action, libraryId }: AuditFilter,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: AuditRow[]; readonly total: number }> {
  let query = reader.query.selectFrom('audit_log')
  if (action) query = query.where('action', '=', action)
  if (libraryId) query = query.where('library_id', '=', libraryId.toLowerCase())
  const { total } = await query.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('pk', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { rows, total }
}

/** Acts of a kind that were begun before a moment and have no end. */
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
