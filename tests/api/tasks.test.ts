// The task queue controlled by people: lists, requests, cancel, retry, unlock, purge, pause and quiet hours.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { TaskControlDto, TaskResponse, TaskStats } from '@octavo/contract/task'
import { z } from 'zod'
import words from '../../web/src/features/admin/messages/en.json'
import { comic, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { openEventStream } from '../kit/event-stream'
import { temporaryFolder } from '../kit/paths'
import { allBooks, firstScans, JSON_HEADERS, makeLibrary, refusal } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'

setDefaultTimeout(60_000)

const QUIET = { enabled: true, from: '00:00', to: '00:00', timezone: 'Europe/Berlin' }
const NOBODY = '00000000-0000-4000-8000-000000000000'

for (const database of DATABASES) {
  describe(`tasks on ${database}`, () => {
    const folder = temporaryFolder('tasks')
    const second = temporaryFolder('tasks-second')
    const third = temporaryFolder('tasks-third')
    let octavo: Inhabited
    let admin: Client
    let maintainer: Client
    let reader: Client
    let libraryId: string

    const send = (who: Client, method: string, path: string, body?: object) =>
      who.fetch(`/api/v1/tasks${path}`, {
        method,
        ...(body && { headers: JSON_HEADERS, body: JSON.stringify(body) }),
      })
    const taskBody = (taskType: object, more: object = {}) => ({ taskType, ...more })
    const scanRequest = (more: object = {}) => taskBody({ type: 'scan_library', libraryId, mode: 'normal' }, more)
    const create = async (body: object) => (await admin.post<{ taskId: string }>('/api/v1/tasks', body)).taskId
    const task = async (id: string) => TaskResponse.parse(await admin.get(`/api/v1/tasks/${id}`))
    const control = (body: object) => admin.put<TaskControlDto>('/api/v1/tasks/control', body)
    const stats = async () => TaskStats.parse(await admin.get('/api/v1/tasks/stats'))
    const ended = (id: string) =>
      until(
        () => task(id),
        ({ status }) => status !== 'pending' && status !== 'processing',
      )

    beforeAll(async () => {
      writeLibrary(folder.path, { 'Tide/Tide 01.cbz': await comic({ pages: 2 }) })
      octavo = await startInhabited({ database, libraries: [folder.path] })
      admin = octavo.admin
      const [library] = await firstScans(admin)
      libraryId = library?.id ?? ''
      maintainer = await octavo.addUser('keeper', 'maintainer')
      reader = await octavo.addUser('guest')
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
      second.remove()
      third.remove()
    })

    test('are listed with their subject, newest first', async () => {
      const list = z.array(TaskResponse).parse(await admin.get('/api/v1/tasks'))
      const [scan] = list
      expect(scan).toMatchObject({
        taskType: 'scan_library',
        status: 'completed',
        libraryId,
        libraryName: folder.path.split('/').at(-1),
        attempts: 1,
        maxAttempts: 3,
        lockedBy: null,
        params: { libraryId, mode: 'normal' },
        result: { books_created: 1, errors: [] },
        lastError: null,
        lastErrorCode: null,
        cancelRequested: false,
        requestedBy: null,
      })
      expect(scan?.progress).toMatchObject({ current: 1, total: 1 })
      expect(Date.parse(scan?.completedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(scan?.startedAt ?? ''))
      expect(await task(scan?.id ?? '')).toEqual(scan as TaskResponse)
      expect(await admin.get('/api/v1/tasks?status=failed')).toEqual([])
      expect(await admin.get('/api/v1/tasks?taskType=analyze_book')).toEqual([])
      expect(await refusal(await admin.fetch('/api/v1/tasks?status=sleeping'))).toBe('400 BadRequest')
      expect(await refusal(await admin.fetch('/api/v1/tasks?limit=-1'))).toBe('400 BadRequest')
      expect(await refusal(await admin.fetch(`/api/v1/tasks/${NOBODY}`))).toBe('404 NotFound')
      expect(await refusal(await admin.fetch('/api/v1/tasks/none'))).toBe('400 BadRequest')
    })

    test('need their permissions', async () => {
      const [scan] = z.array(TaskResponse).parse(await maintainer.get('/api/v1/tasks'))
      const id = scan?.id ?? ''
      const readings = ['', '/list', '/stats', '/control', `/${id}`, `/${id}/log`]
      for (const path of readings) {
        expect([path, await refusal(await send(reader, 'GET', path))]).toEqual([path, '403 Forbidden'])
        expect([path, (await send(maintainer, 'GET', path)).status]).toEqual([path, 200])
      }
      const writings = [
        ['POST', ''],
        ['POST', `/${id}/cancel`],
        ['POST', `/${id}/retry`],
        ['POST', `/${id}/unlock`],
      ]
      for (const [method = '', path = ''] of [...writings, ['DELETE', '/purge']]) {
        expect([path, await refusal(await send(reader, method, path, {}))]).toEqual([path, '403 Forbidden'])
      }
      for (const who of [reader, maintainer]) {
        expect(await refusal(await send(who, 'DELETE', '/nuke'))).toBe('403 Forbidden')
        expect(await refusal(await send(who, 'PUT', '/control', { paused: true }))).toBe('403 Forbidden')
      }
    })

    test('on request do their work, with bad requests refused', async () => {
      const id = await create(scanRequest({ priority: 7 }))
      expect(await ended(id)).toMatchObject({ status: 'completed', priority: 7, requestedBy: 'admin' })
      const bad = async (body: object) => refusal(await send(admin, 'POST', '', body))
      expect(await bad({})).toBe('422 UnprocessableEntity')
      expect(await bad(taskBody({ type: 'make_coffee' }))).toBe('422 UnprocessableEntity')
      expect(await bad(taskBody({ type: 'scan_library', libraryId: 'x' }))).toBe('422 UnprocessableEntity')
      expect(await bad(scanRequest({ priority: 'high' }))).toBe('422 UnprocessableEntity')
      expect(await bad(taskBody({ type: 'scan_library', libraryId, mode: 'hasty' }))).toBe('400 BadRequest')
      expect(await bad(taskBody({ type: 'scan_library', libraryId: NOBODY }))).toBe('404 NotFound')
      const none = await send(
        admin,
        'POST',
        '',
        taskBody({ type: 'user_plugin_sync', pluginId: NOBODY, userId: NOBODY }),
      )
      const { message, details } = (await none.clone().json()) as { message: string; details: { known: string[] } }
      expect([await refusal(none), message]).toEqual(['400 BadRequest', expect.stringContaining('scan_library')])
      expect(details.known.filter(type => !(`tasks.type.${type}` in words))).toEqual([])
    })

    test('are the same by name and by the operation of their subject', async () => {
      const [book] = await allBooks(admin)
      const seriesId = book?.seriesId ?? ''
      await control({ paused: true })
      const byName = await create(taskBody({ type: 'analyze_series', seriesId }))
      const byPlace = await admin.post<{ taskId: string }>(`/api/v1/series/${seriesId}/analyze`)
      expect(byPlace.taskId).toBe(byName)
      const check = await create(taskBody({ type: 'check_integrity', libraryId, full: true }))
      await control({ paused: false })
      expect(await ended(byName)).toMatchObject({ status: 'completed', result: { books_analyzed: 1 } })
      expect(await ended(check)).toMatchObject({ status: 'completed', priority: 200, libraryId })
    })

    test('that are equal are one, twenty times at once', async () => {
      await control({ paused: true })
      const ids = await Promise.all(Array.from({ length: 20 }, () => create(scanRequest())))
      expect(new Set(ids).size).toBe(1)
      // The library's own operation finds the same task.
      expect((await admin.fetch(`/api/v1/libraries/${libraryId}/scan`, { method: 'POST' })).status).toBe(409)
      await control({ paused: false })
      expect((await ended(ids[0] as string)).status).toBe('completed')
      expect((await allBooks(admin)).length).toBe(1)
    })

    test('wait until they are due', async () => {
      const scheduledFor = new Date(Date.now() + 3_600_000).toISOString()
      const id = await create(scanRequest({ scheduledFor }))
      expect(await task(id)).toMatchObject({ status: 'pending', scheduledFor, attempts: 0, startedAt: null })
      expect(await send(admin, 'POST', `/${id}/cancel`).then(answer => answer.status)).toBe(200)
      expect(await task(id)).toMatchObject({ status: 'cancelled', lastError: null })
      const status = await admin.get<{ status: string }>(`/api/v1/libraries/${libraryId}/scan-status`)
      expect(status.status).toBe('cancelled')
    })

    test('are cancelled, unlocked and retried only where that has a sense', async () => {
      await control({ paused: true })
      const id = await create(scanRequest())
      expect(await refusal(await send(admin, 'POST', `/${id}/retry`))).toBe('400 BadRequest')
      expect((await send(maintainer, 'POST', `/${id}/cancel`)).status).toBe(200)
      expect(await refusal(await send(admin, 'POST', `/${id}/cancel`))).toBe('400 BadRequest')
      expect(await refusal(await send(admin, 'POST', `/${id}/retry`))).toBe('400 BadRequest')
      const before = await stats()
      expect((await send(admin, 'POST', `/${id}/unlock`)).status).toBe(200)
      expect(await task(id)).toMatchObject({ status: 'pending', attempts: 0, maxAttempts: 3, completedAt: null })
      expect(await stats()).toMatchObject({ pending: before.pending + 1, total: before.total })
      expect((await send(admin, 'POST', `/${id}/cancel`)).status).toBe(200)
      const other = await create(scanRequest())
      expect(other).not.toBe(id)
      expect(await refusal(await send(admin, 'POST', `/${id}/unlock`))).toBe('409 Conflict')
      expect((await send(admin, 'POST', `/${other}/cancel`)).status).toBe(200)
      for (const action of ['cancel', 'retry', 'unlock']) {
        expect(await refusal(await send(admin, 'POST', `/${NOBODY}/${action}`))).toBe('404 NotFound')
      }
      await control({ paused: false })
    })

    test('that have failed have a reason, and are retried', async () => {
      const library = await makeLibrary(admin, 'Second', second.path)
      const body = taskBody({ type: 'scan_library', libraryId: library.id })
      second.remove()
      const failed = await ended(await create(body))
      expect(failed).toMatchObject({ status: 'failed', attempts: 1, libraryName: 'Second' })
      expect(failed.lastError).toContain(second.path)
      expect(failed).toMatchObject({
        lastErrorCode: 'ServiceUnavailable',
        lastErrorDetails: { reason: 'folder_away', where: second.path },
      })
      const { lines } = await admin.get<{ lines: object[] }>(`/api/v1/tasks/${failed.id}/log`)
      expect(lines).toContainEqual(expect.objectContaining({ level: 'error', message: failed.lastError }))
      writeLibrary(second.path, { 'Rain/Rain 01.cbz': await comic({ pages: 2 }) })
      expect((await send(admin, 'POST', `/${failed.id}/retry`)).status).toBe(200)
      expect(await ended(failed.id)).toMatchObject({ status: 'completed', attempts: 1, requestedBy: 'admin' })
      const page = await admin.get<{ data: object[]; total: number; links: object }>(
        `/api/v1/tasks/list?libraryId=${library.id}&pageSize=1`,
      )
      expect(page.data.map(one => TaskResponse.parse(one).libraryName)).toEqual(['Second'])
      const all = await admin.get<{ total: number }>('/api/v1/tasks/list?page=2&pageSize=2')
      const { total } = await stats()
      expect([page.total, all.total]).toEqual([2, total])
      const ofState = async (state: string, more = '') => {
        const found = await admin.get<{ data: { status: string }[]; total: number }>(
          `/api/v1/tasks/list?pageSize=500&status=${state}${more}`,
        )
        return { total: found.total, states: found.data.map(({ status }) => status) }
      }
      const [any, ...each] = await Promise.all(
        ['ended', 'completed', 'failed', 'cancelled'].map(state => ofState(state)),
      )
      expect(any?.total).toBe(each.reduce((sum, one) => sum + one.total, 0))
      expect(any?.states.toSorted()).toEqual(each.flatMap(one => one.states).toSorted())
      expect((await ofState('ended', `&libraryId=${library.id}`)).total).toBe(2)
    })

    test('do not begin while they are paused, and begin within a second after', async () => {
      const paused = TaskControlDto.parse(await control({ paused: true }))
      expect(paused).toMatchObject({ paused: true, pausedBy: 'admin', quietHours: null, quietNow: false })
      expect(Date.now() - Date.parse(paused.pausedAt ?? '')).toBeLessThan(60_000)
      // Pausing again changes nothing.
      expect(await control({ paused: true })).toEqual(paused)
      const id = await create(scanRequest())
      // A restart does not forget it.
      await octavo.restart()
      expect(await task(id)).toMatchObject({ status: 'pending' })
      expect(await control({ paused: false })).toMatchObject({ paused: false, pausedAt: null, pausedBy: null })
      expect(await ended(id)).toMatchObject({ status: 'completed' })
    })

    test('that are paused or resumed notify people who may read tasks, and nobody else', async () => {
      const mine = await openEventStream(maintainer, '/api/v1/events?channels=tasks,entities')
      const steps = await openEventStream(maintainer, '/api/v1/tasks/stream')
      const theirs = await openEventStream(reader)
      await control({ paused: true })
      const message = await mine.heard(({ event }) => event === 'task-control')
      expect(message.data).toEqual({ type: 'task_control_changed' })
      const id = await create(scanRequest())
      await control({ paused: false })
      await steps.heard(({ data }) => data.taskId === id)
      await ended(id)
      // The stream of steps has nothing else, and readers get no task events.
      expect(steps.messages.filter(({ data }) => data.taskId === undefined)).toEqual([])
      expect(theirs.messages.filter(({ data }) => data.type === 'task_control_changed')).toEqual([])
      for (const stream of [mine, steps, theirs]) stream.close()
    })

    test('in quiet hours begin only when a person has asked for them', async () => {
      expect(await control({ quietHours: QUIET })).toMatchObject({ quietHours: QUIET, quietNow: true })
      expect(await ended(await create(scanRequest()))).toMatchObject({ status: 'completed' })
      const made = await admin.post<{ id: string }>('/api/v1/libraries', {
        name: 'Third',
        path: third.path,
        scanImmediately: true,
      })
      const [waiting] = await admin.get<{ id: string }[]>('/api/v1/tasks?limit=1')
      expect(await task(waiting?.id ?? '')).toMatchObject({ libraryId: made.id, status: 'pending', requestedBy: null })
      // A schedule that a person runs by hand is a person's request, and its scan too.
      const { id } = await admin.post<{ id: string }>('/api/v1/schedules', {
        libraryId,
        cronSchedule: '0 0 1 1 *',
        config: { type: 'scan' },
      })
      const { taskId } = await admin.post<{ taskId: string }>(`/api/v1/schedules/${id}/run-now`)
      expect(await ended(taskId)).toMatchObject({ status: 'completed', requestedBy: 'admin' })
      await admin.delete(`/api/v1/schedules/${id}`)
      const wrong = { ...QUIET, timezone: 'Mars/Base' }
      expect(await refusal(await send(admin, 'PUT', '/control', { quietHours: wrong }))).toBe('400 BadRequest')
      const late = { ...QUIET, from: '25:00' }
      expect(await refusal(await send(admin, 'PUT', '/control', { quietHours: late }))).toBe('422 UnprocessableEntity')
      expect(await control({ quietHours: null })).toMatchObject({ quietHours: null, quietNow: false })
      expect(['completed', 'failed']).toContain((await ended(waiting?.id ?? '')).status)
    })

    test('are retained as configured, and deleted on request', async () => {
      const saved = await control({ retention: { completedDays: 3, failedDays: 90 } })
      expect(saved.retention).toEqual({ completedDays: 3, failedDays: 90 })
      const none = { retention: { completedDays: 0, failedDays: 1 } }
      expect(await refusal(await send(admin, 'PUT', '/control', none))).toBe('422 UnprocessableEntity')
      expect(await admin.delete('/api/v1/tasks/purge')).toEqual({ deleted: 0 })
      expect(await refusal(await send(admin, 'DELETE', '/purge?days=soon'))).toBe('400 BadRequest')
      const before = await stats()
      expect(before.pending + before.processing).toBe(0)
      const { deleted } = await maintainer.delete<{ deleted: number }>('/api/v1/tasks/purge?days=0')
      expect(deleted).toBe(before.total)
      expect(await stats()).toEqual({
        pending: 0,
        processing: 0,
        completed: 0,
        failed: 0,
        stale: 0,
        total: 0,
        byType: {},
      })
      await control({ paused: true })
      const id = await create(scanRequest())
      expect(await admin.delete('/api/v1/tasks/nuke')).toEqual({ deleted: 1 })
      expect(await refusal(await admin.fetch(`/api/v1/tasks/${id}`))).toBe('404 NotFound')
      const status = await admin.get<{ status: string }>(`/api/v1/libraries/${libraryId}/scan-status`)
      expect(status.status).toBe('cancelled')
      await control({ paused: false })
    })
  })
}
