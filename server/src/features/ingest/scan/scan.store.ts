import { sql } from 'kysely'
import { runPrepared, type Tx } from '../../../db'
import { newId } from '../../../kernel/ids'
import type { ScanPayload, ScanPlace } from './scan.types'
import { readDetails } from './scan-details'
import { readProblems } from './scan-problems'
import type { ScanReport } from './scan-report'

const OPEN = ['pending', 'processing']

/** Begins the report of a pending scan. */
export async function insertScan(
  tx: Tx,
  libraryPk: number,
  { mode, places }: Pick<ScanPayload, 'mode' | 'places'>,
  now: number,
): Promise<number> {
  const { pk } = await tx.query
    .insertInto('scans')
    .values({
      id: newId(),
      library_pk: libraryPk,
      status: 'pending',
      mode,
      files_total: 0,
      files_processed: 0,
      series_found: 0,
      books_found: 0,
      books_analyzed: 0,
      books_to_analyze: 0,
      errors: '[]',
      scope: scopeText({ places, widened: false }),
      created_at: now,
    })
    .returning('pk')
    .executeTakeFirstOrThrow()
  return pk
}

/** The report of the running task: the pending one, or that of a stopped process, else a new one. */
export async function startScan(
  tx: Tx,
  libraryPk: number,
  payload: Pick<ScanPayload, 'mode' | 'places'>,
  now: number,
): Promise<{ readonly pk: number; readonly startedAt: number; readonly details: string | null }> {
  const waiting = await tx.query
    .selectFrom('scans')
    .select(['pk', 'started_at', 'details'])
    .where('library_pk', '=', libraryPk)
    .where('status', 'in', OPEN)
    .orderBy('pk', 'desc')
    .limit(1)
    .executeTakeFirst()
  const pk = waiting?.pk ?? (await insertScan(tx, libraryPk, payload, now))
  const startedAt = waiting?.started_at ?? now
  await tx.query
    .updateTable('scans')
    // Other requests may have been joined while it was pending.
    .set({
      status: 'processing',
      started_at: startedAt,
      mode: payload.mode,
      scope: scopeText({ places: payload.places, widened: false }),
    })
    .where('pk', '=', pk)
    .execute()
  return { pk, startedAt, details: waiting?.details ?? null }
}

export async function saveReport(tx: Tx, pk: number, report: ScanReport): Promise<void> {
  const { filesTotal, filesProcessed, seriesFound, booksFound, booksToAnalyze, booksAnalyzed } = report
  const values = {
    pk,
    filesTotal,
    filesProcessed,
    seriesFound,
    booksFound,
    booksToAnalyze,
    booksAnalyzed,
    errors: JSON.stringify(report.problems()),
  }
  await runPrepared(tx, 'scan.report', values, (p, query) =>
    query
      .updateTable('scans')
      .set({
        files_total: p.filesTotal,
        files_processed: p.filesProcessed,
        series_found: p.seriesFound,
        books_found: p.booksFound,
        books_to_analyze: p.booksToAnalyze,
        books_analyzed: p.booksAnalyzed,
        errors: p.errors,
      })
      .where('pk', '=', p.pk),
  )
}

/** Saves the findings by file. */
export async function saveDetails(tx: Tx, pk: number, details: string): Promise<void> {
  await tx.query.updateTable('scans').set({ details }).where('pk', '=', pk).execute()
}

/** The places that a scan was narrowed to, and whether it became a scan of the whole library. */
export interface ScanScope {
  readonly places: readonly ScanPlace[]
  readonly widened: boolean
}

function scopeText(scope: ScanScope): string | null {
  return scope.places.length === 0 ? null : JSON.stringify(scope)
}

/** Records that books were missing in the places, so that the whole library is scanned. */
export async function saveScope(tx: Tx, pk: number, scope: ScanScope): Promise<void> {
  await tx.query
    .updateTable('scans')
    .set({ scope: scopeText(scope) })
    .where('pk', '=', pk)
    .execute()
}

/** Deletes those of some reports that have no findings. */
export async function dropEmptyScans(tx: Tx, pks: readonly number[]): Promise<void> {
  for (const pk of pks) {
    const row = await tx.query.selectFrom('scans').select(['details', 'errors']).where('pk', '=', pk).executeTakeFirst()
    const { counts } = readDetails(row?.details ?? null)
    const isEmpty = row?.errors === '[]' && Object.entries(counts).every(([kind, n]) => kind === 'skipped' || n === 0)
    if (isEmpty) await tx.query.deleteFrom('scans').where('pk', '=', pk).execute()
  }
}

/** Closes the open reports of a library and returns them; the last problem is why it failed. */
export async function closeScans(
  tx: Tx,
  libraryPk: number,
  status: 'completed' | 'failed' | 'cancelled',
  failure: string | null,
  now: number,
): Promise<number[]> {
  const open = await tx.query
    .selectFrom('scans')
    .select(['pk', 'errors'])
    .where('library_pk', '=', libraryPk)
    .where('status', 'in', OPEN)
    .execute()
  for (const { pk, errors } of open) {
    const problems = readProblems(errors)
    // The task's error has the messages of missing folders, which the report has too.
    const isNew = failure !== null && !problems.some(({ message }) => failure.includes(message))
    const all = isNew ? JSON.stringify([...problems, { kind: 'failed', message: failure }]) : errors
    await tx.query.updateTable('scans').set({ status, errors: all, completed_at: now }).where('pk', '=', pk).execute()
  }
  return open.map(({ pk }) => pk)
}

/**
 * Deletes reports beyond the last `keep` of each library, separately for full and partial scans, at most `limit`.
 * Returns their number.
 */
export async function pruneScans(tx: Tx, keep: number, limit: number): Promise<number> {
  const gone = await tx.query
    .deleteFrom('scans')
    .where('pk', 'in', db =>
      db
        .selectFrom(numbered =>
          numbered
            .selectFrom('scans')
            .select(['pk', 'status'])
            .select(
              sql<number>`row_number() over (partition by library_pk, case when scope is null then 1 else 0 end order by pk desc)`.as(
                'place',
              ),
            )
            .as('numbered'),
        )
        .select('numbered.pk')
        .where('numbered.place', '>', keep)
        .where('numbered.status', 'not in', OPEN)
        .limit(limit),
    )
    .returning('pk')
    .execute()
  return gone.length
}
