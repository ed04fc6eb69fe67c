import { expect } from 'bun:test'
import type { BulkEditDto, BulkEditStartedDto } from '@octavo/contract/bulk-edit'
import { addUser, bearer, createGatedApp, type GatedApp } from '../../../../../tests/kit/gated-app'
import { longestPause } from '../../../../../tests/kit/longest-pause'
import type { Connection } from '../../../db'
import type { TaskContext } from '../../../platform/queue.types'
import { createTaskSignal } from '../../../platform/task-signal'
import { endTask, takeTask } from '../../../platform/testing'
import type { ParserPool } from '../../../workers/pool.types'
import { bookEditRoutes, historyRoutes, seriesEditRoutes } from '../../catalogue/editing'
import { bulkEditRoutes } from './bulk-edit.routes'
import { bulkEditHandlers } from './bulk-edit-task'

/** The target is 100 ms on an idle machine; this one is shared. */
const MOST_PAUSE_MS = 500

/** An editor, the routes of edits, and a worker that runs one task on request. */
export interface BulkRoom {
  readonly gated: GatedApp
  ask<T>(method: string, path: string, body?: unknown, status?: number): Promise<T>
  /** Runs the pending task like a worker; throws its error. */
  work(checkpoint?: TaskContext['checkpoint']): Promise<void>
  /** An edit from its request to its end. */
  run(request: object, kind?: 'books' | 'series'): Promise<BulkEditDto>
}

export async function openBulkRoom(connection: Connection, pool: ParserPool, username: string): Promise<BulkRoom> {
  const { reader, write, wakes } = connection
  const now = () => gated.clock.ms
  const gated: GatedApp = createGatedApp(connection, {
    declare(binder) {
      bulkEditRoutes(binder, { reader, write, tasks: createTaskSignal(wakes), now })
      const deps = { reader, write, pool, now }
      bookEditRoutes(binder, deps)
      seriesEditRoutes(binder, deps)
      historyRoutes(binder, { ...deps, coverBack: async () => false })
    },
  })
  const headers = await bearer(gated, await addUser(connection, username, { role: 'maintainer' }))
  const ask = async <T>(method: string, path: string, body?: unknown, status = 200): Promise<T> => {
    gated.clock.ms += 1000
    const answer = await gated.ask(method, `/api/v1/${path}`, { headers, ...(body !== undefined && { body }) })
    const text = await answer.text()
    expect([method, path, answer.status, text]).toEqual([method, path, status, text])
    return JSON.parse(text)
  }
  const work = async (checkpoint: TaskContext['checkpoint'] = async () => undefined) => {
    const { bulk_edit: handler } = bulkEditHandlers({ connection, pool, now })
    const task = await write(tx => takeTask(tx, ['bulk_edit']))
    if (!task || !handler) throw new Error('no task waits')
    const context: TaskContext = {
      ...{ task, signal: new AbortController().signal, checkpoint },
      processed: () => undefined,
      note: () => undefined,
    }
    const end = await handler.run(context).then(
      result => ({ status: 'completed', result }) as const,
      (error: Error) => ({ status: 'failed', error: error.message }) as const,
    )
    await write(async tx => {
      await handler.ended?.(tx, task, end)
      await endTask(tx, task, end)
    })
  }
  return {
    ...{ gated, ask, work },
    async run(request, kind = 'books') {
      const { editId } = await ask<BulkEditStartedDto>('POST', `${kind}/bulk/edits`, request)
      const pause = await longestPause(work())
      expect(pause).toBeLessThan(MOST_PAUSE_MS)
      return ask<BulkEditDto>('GET', `bulk-edits/${editId}`)
    },
  }
}
