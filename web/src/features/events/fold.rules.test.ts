import { expect, test } from 'bun:test'
import type { ScanStatusDto, TaskProgressEvent, TaskResponse } from '../../api/types'
import { scansAfter, taskAfter } from './fold.rules'

const task = { id: 't', status: 'processing', progress: { current: 1, total: 10 } } as TaskResponse
const step = (facts: Partial<TaskProgressEvent>): TaskProgressEvent => ({
  taskId: 't',
  taskType: 'scan_library',
  status: 'running',
  startedAt: '2026-01-01T00:00:00Z',
  ...facts,
})

test('a step updates the progress of a running task', () => {
  const after = taskAfter(task, step({ progress: { current: 4, total: 10, message: 'x' } }))
  expect(after?.progress).toEqual({ current: 4, total: 10, message: 'x' })
})

test('a change of state cannot be applied from a step', () => {
  expect(taskAfter(task, step({ status: 'completed' }))).toBeNull()
  expect(taskAfter({ ...task, status: 'pending' }, step({}))).toBeNull()
  expect(taskAfter({ ...task, status: 'pending' }, step({ status: 'pending' }))).toBeNull()
})

const scan = (libraryId: string, facts: Partial<ScanStatusDto> = {}) =>
  ({ libraryId, status: 'processing', filesProcessed: 0, ...facts }) as ScanStatusDto

test('scans are added, updated and removed', () => {
  const one = scansAfter([], scan('a'))
  const two = scansAfter(one, scan('b'))
  expect(two.map(found => found.libraryId)).toEqual(['a', 'b'])
  const further = scansAfter(two, scan('a', { filesProcessed: 5 }))
  expect(further.find(found => found.libraryId === 'a')?.filesProcessed).toBe(5)
  for (const status of ['completed', 'failed', 'cancelled']) {
    expect(scansAfter(further, scan('a', { status })).map(found => found.libraryId)).toEqual(['b'])
  }
})
