import { type AuditEntryDto, listAudit } from '@octavo/contract/audit'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import { timestamp, timestampOrNull } from '../../../kernel/clock'
import { type AuditRow, auditPage } from './audit.queries'
import { subjectsThere } from './subjects.queries'

interface AuditDeps {
  readonly reader: Reader
  /** Writes pending failed sign-ins, so that a reader of the log misses none. */
  readonly drain?: () => Promise<void>
}

/** The audit log. */
export function auditRoutes(binder: Binder, { reader, drain }: AuditDeps): void {
  binder.bind(listAudit, async ({ viewer, query: { page, pageSize, ...filter }, url }) => {
    await drain?.()
    const { rows, total } = await auditPage(reader, filter, { page, pageSize })
    const there = await subjectsThere(reader, viewer, rows)
    const entries = rows.map(row => auditView(row, there.has(row.subject_id)))
    return envelope(url, page, pageSize, total, entries)
  })
}

function auditView(row: AuditRow, subjectExists: boolean): AuditEntryDto {
  return {
    id: row.id,
    at: timestamp(row.at),
    endedAt: timestampOrNull(row.ended_at),
    user: row.user_name,
    userId: row.user_id,
    address: row.address,
    action: row.action as AuditEntryDto['action'],
    outcome: row.outcome as AuditEntryDto['outcome'],
    subjectKind: row.subject_kind as AuditEntryDto['subjectKind'],
    subjectId: row.subject_id || null,
    subjectName: row.subject_name,
    subjectExists,
    libraryId: row.library_id || null,
    libraryName: row.library_name || null,
    details: JSON.parse(row.details) as AuditEntryDto['details'],
    message: row.message,
  }
}
