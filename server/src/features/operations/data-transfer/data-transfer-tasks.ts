import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError, notFound } from '../../../kernel/app-error'
import type { AnyDataPart } from '../../../platform/data-part'
import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import { type ExportDeps, exportHandler, exportTask, taskViewer } from '../exports'
import { endImport, importById, setImport } from './data-imports.store'
import { withArchive } from './read-archive'
import { runImport } from './run-import'
import { writeArchive } from './write-archive'

const EXPORT = 'export_data'
const IMPORT = 'import_data'
const Payload = z.object({ importId: z.string(), isDry: z.boolean() })

export const dataExportTask = (id: string, userId: string) => exportTask(EXPORT, id, userId)

/** A dry run, or the real import. */
export function dataImportTask(importId: string, isDry: boolean): TaskDraft {
  return { type: IMPORT, payload: { importId, isDry }, priority: 800 }
}

export interface DataTransferDeps extends ExportDeps {
  readonly parts: readonly AnyDataPart[]
}

/** Tasks that export and import a person's own data. */
export function dataTransferHandlers(deps: DataTransferDeps): TaskHandlers {
  const { connection, now, parts } = deps
  return {
    [EXPORT]: exportHandler(deps, run => writeArchive(connection.reader, parts, run, now())),
    [IMPORT]: {
      weight: 'heavy',
      run: context => takeArchive(deps, context),
      async ended(tx, task, end) {
        if (end.status === 'completed') return
        const reason = end.status === 'failed' ? end.error : null
        await endImport(tx, Payload.parse(task.payload).importId, end.status, reason, now())
      },
    },
  }
}

async function takeArchive(deps: DataTransferDeps, context: TaskContext) {
  const { connection, store, dataDir, now, parts } = deps
  const { reader } = connection
  const { importId, isDry } = Payload.parse(context.task.payload)
  const row = await importById(reader, importId)
  if (!row) throw notFound('Import')
  const { id: userId } = await reader.query
    .selectFrom('users')
    .select('id')
    .where('pk', '=', row.user_pk)
    .executeTakeFirstOrThrow()
  const permissions = z.array(z.string()).parse(JSON.parse(row.permissions))
  const stored = await store.open(row.file)
  if (!stored) throw new AppError('NotFound', 'The archive is no longer there. Upload it again.')
  const work = taskWork(connection, context)
  const draft = join(dataDir, 'cache', 'drafts', `import-${row.id}-${context.task.attempt}.part`)
  try {
    await Bun.write(draft, stored, { mode: 0o600 })
    const report = await withArchive(draft, archive =>
      runImport({
        reader,
        parts,
        archive,
        work,
        now: now(),
        isDry,
        viewer: () => taskViewer(reader, userId, permissions),
      }),
    )
    const state = isDry ? 'checked' : 'completed'
    await work.write(tx =>
      setImport(tx, row.id, { state, reason: null, report: JSON.stringify(report), ended_at: isDry ? null : now() }),
    )
    return { import_id: row.id, dry_run: isDry, rows: report.parts.reduce((sum, part) => sum + part.taken, 0) }
  } finally {
    await rm(draft, { force: true })
  }
}
