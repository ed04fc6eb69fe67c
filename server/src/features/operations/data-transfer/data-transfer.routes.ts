import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as contract from '@octavo/contract/data-transfer'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { uploadedFile } from '../../../http/upload'
import { refused } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import { newId } from '../../../kernel/ids'
import { LIMITS } from '../../../kernel/limits'
import type { ArtefactStore } from '../../../platform/artefact-store'
import { enqueue } from '../../../platform/queue'
import type { TaskRequests } from '../../../platform/task-requests'
import { downloadExport, insertExport, ownExport, ownExports, removeExport, workView } from '../exports'
import {
  deleteImport,
  importView,
  insertImport,
  ownImport,
  ownImports,
  requireIdle,
  setImport,
} from './data-imports.store'
import { dataExportTask, dataImportTask } from './data-transfer-tasks'
import { withArchive } from './read-archive'

export interface DataTransferRouteDeps extends TaskRequests {
  readonly reader: Reader
  readonly store: ArtefactStore
  readonly dataDir: string
}

/** Export and import of a person's own data as an archive. */
export function dataTransferRoutes(binder: Binder, deps: DataTransferRouteDeps): void {
  const { reader, write, tasks, now, store, dataDir } = deps

  binder.bind(contract.listDataExports, async ({ viewer }) => ({
    exports: (await ownExports(reader, viewer, 'data')).map(workView),
  }))
  binder.bind(contract.createDataExport, async ({ viewer }) => {
    const request = JSON.stringify({ permissions: [...viewer.permissions] })
    const task = (id: string) => dataExportTask(id, viewer.userId)
    const values = { user_pk: viewer.userPk, kind: 'data', format: 'zip', request, task } as const
    const id = await write(tx => insertExport(tx, values, now()))
    tasks.notify()
    return workView(await ownExport(reader, viewer, 'data', id))
  })
  binder.bind(contract.getDataExport, async ({ viewer, params }) =>
    workView(await ownExport(reader, viewer, 'data', params.data_export_id)),
  )
  binder.bind(contract.deleteDataExport, ({ viewer, params }) =>
    removeExport(deps, viewer, 'data', params.data_export_id),
  )
  binder.bind(contract.downloadDataExport, async call => {
    const row = await ownExport(reader, call.viewer, 'data', call.params.data_export_id)
    return downloadExport(deps, call, row, `octavo-data-${timestamp(row.created_at).slice(0, 10)}`)
  })

  binder.bind(contract.listDataImports, async ({ viewer }) => ({
    imports: (await ownImports(reader, viewer)).map(importView),
  }))
  binder.bind(contract.createDataImport, async ({ viewer, request }) => {
    const file = await uploadedFile(request, ['file'], LIMITS.imports.fileBytes)
    const id = newId()
    const draft = join(dataDir, 'cache', 'drafts', `upload-${id}.part`)
    const key = `imports/${id}.zip`
    try {
      await Bun.write(draft, file, { mode: 0o600 })
      // Foreign files are rejected at once; the task does the other checks.
      await withArchive(draft, async () => undefined)
      await store.put(key, draft)
    } finally {
      await rm(draft, { force: true })
    }
    const row = { id, user_pk: viewer.userPk, permissions: JSON.stringify([...viewer.permissions]) }
    try {
      const removed = await write(async tx => {
        const queued = await enqueue(tx, { ...dataImportTask(id, true), requestedByPk: viewer.userPk })
        return insertImport(tx, { ...row, file: key, bytes: file.size, task_id: queued.id }, now())
      })
      await store.remove(removed)
    } catch (error) {
      await store.remove([key])
      throw error
    }
    tasks.notify()
    return importView(await ownImport(reader, viewer, id))
  })
  binder.bind(contract.getDataImport, async ({ viewer, params }) =>
    importView(await ownImport(reader, viewer, params.data_import_id)),
  )
  binder.bind(contract.applyDataImport, async ({ viewer, params }) => {
    const row = await ownImport(reader, viewer, params.data_import_id)
    if (row.report === null) throw refused('Conflict', 'import_unchecked', 'The archive has to be checked first')
    await write(async tx => {
      await requireIdle(tx, viewer.userPk)
      const queued = await enqueue(tx, { ...dataImportTask(row.id, false), requestedByPk: viewer.userPk })
      await setImport(tx, row.id, { state: 'applying', task_id: queued.id, reason: null })
    })
    tasks.notify()
    return importView(await ownImport(reader, viewer, row.id))
  })
  binder.bind(contract.deleteDataImport, async ({ viewer, params }) => {
    const row = await ownImport(reader, viewer, params.data_import_id)
    await write(tx => deleteImport(tx, row))
    await store.remove([row.file])
    return null
  })
}
