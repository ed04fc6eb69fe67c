import { join } from 'node:path'
import { z } from 'zod'
import type { Connection } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { seesFolders, type Viewer } from '../../../kernel/viewer'
import type { ArtefactStore } from '../../../platform/artefact-store'
import type { TaskContext, TaskDraft, TaskHandler } from '../../../platform/queue.types'
import { nextTurn, type TaskWork, taskWork } from '../../../platform/task-work'
import { type DraftFile, withDraft } from './draft-file'
import { filesOf } from './export-files'
import { deleteExcess, type ExportRow, endExport, findExport, setExport } from './exports.store'
import { taskViewer } from './task-viewer'

export interface ExportDeps {
  readonly connection: Connection
  readonly store: ArtefactStore
  readonly dataDir: string
  readonly now: Clock
}

/** A running export. */
export interface ExportRun {
  readonly row: ExportRow
  readonly file: DraftFile
  /** The exporting user with current access: load it for each part. */
  viewer(): Promise<Viewer>
  /** Keys of the series in the file: only viewers who see all of them may download it. */
  names(seriesPks: Iterable<number>): void
  /** Reports progress from time to time, and yields to requests. */
  step(current: number, total: number): Promise<void>
}

/** Writes a file, and returns its number of rows. */
export type WriteExport = (run: ExportRun) => Promise<number>

const Payload = z.object({ exportId: z.string() })
/** The stored part of each request: permissions of the credential. */
const Requested = z.object({ permissions: z.array(z.string()) })
const STEP_MS = 1_000

export function exportTask(type: string, exportId: string, userId: string): TaskDraft {
  return { type, payload: { exportId, userId }, priority: 800 }
}

/** The task that writes files of one kind. */
export function exportHandler(deps: ExportDeps, write: WriteExport): TaskHandler {
  const { connection, store, now } = deps
  return {
    weight: 'heavy',
    async run(context) {
      const { exportId } = Payload.parse(context.task.payload)
      const row = await findExport(connection.reader, exportId, null)
      if (!row || row.file !== null) throw notFound('Export')
      const work = taskWork(connection, context)
      await work.write(tx => setExport(tx, row.id, { state: 'running', started_at: now() }))
      const draft = join(deps.dataDir, 'cache', 'drafts', `export-${row.id}-${context.task.attempt}.part`)
      const made = await withDraft(draft, file => makeFile(deps, { context, row, file, work }, write))
      const removed = await work.write(async tx => {
        const finished = { state: 'completed', completed_at: now(), reason: null, ...made } as const
        return (await setExport(tx, row.id, finished)) ? deleteExcess(tx, row.user_pk) : [made.file]
      })
      await store.remove(removed.flatMap(filesOf))
      context.processed({ items: made.row_count, bytes: made.bytes })
      return { export_id: row.id, format: row.format, row_count: made.row_count, file_size_bytes: made.bytes }
    },
    async ended(tx, task, end) {
      if (end.status === 'completed') return
      const reason = end.status === 'failed' ? end.error : null
      await endExport(tx, Payload.parse(task.payload).exportId, end.status, reason, now())
    },
  }
}

interface Making {
  readonly context: TaskContext
  readonly row: ExportRow
  readonly file: DraftFile
  readonly work: TaskWork
}

async function makeFile(
  { connection, store }: ExportDeps,
  { context, row, file, work }: Making,
  write: WriteExport,
): Promise<{ file: string; bytes: number; row_count: number }> {
  const { permissions } = Requested.parse(JSON.parse(row.request))
  const { id: userId } = await connection.reader.query
    .selectFrom('users')
    .select('id')
    .where('pk', '=', row.user_pk)
    .executeTakeFirstOrThrow()
  const named = new Set<number>()
  let hasFolders = false
  let noted = performance.now()
  const run: ExportRun = {
    row,
    file,
    async viewer() {
      const viewer = await taskViewer(connection.reader, userId, permissions)
      hasFolders ||= seesFolders(viewer)
      return viewer
    },
    names(seriesPks) {
      for (const pk of seriesPks) named.add(pk)
    },
    async step(current, total) {
      work.signal.throwIfAborted()
      await nextTurn()
      Object.assign(work.progress, { current, total })
      if (performance.now() - noted < STEP_MS) return
      noted = performance.now()
      await work.write(async () => undefined)
    },
  }
  const rows = await write(run)
  const { bytes } = file
  const key = `exports/${row.id}-${context.task.attempt}.${row.format}`
  const [main = key, about = key] = filesOf(key)
  await store.putBytes(about, Buffer.from(JSON.stringify({ hasFolders, series: [...named] })))
  await store.put(main, file.path)
  return { file: key, bytes, row_count: rows }
}
