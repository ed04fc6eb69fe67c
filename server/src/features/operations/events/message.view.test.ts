import { expect, test } from 'bun:test'
import type { Permission } from '@octavo/contract/access'
import { PERMISSIONS } from '@octavo/contract/access'
import type { Happening } from '../../../db/happening'
import type { Viewer, Visibility } from '../../../kernel/viewer'
import { createRowMessages } from './message.view'
import type { StreamKind } from './stream-kinds'

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 6)
const ids = {
  libraryId: '0199a000-0000-7000-8000-00000000000a',
  seriesId: '0199a000-0000-7000-8000-00000000000b',
  bookId: '0199a000-0000-7000-8000-00000000000c',
}
const { libraryId, seriesId } = ids
const ALL: StreamKind = { channels: new Set(['entities', 'tasks', 'scans']), named: true }
const EVERYTHING: Visibility = { kind: 'all' }

function viewer(userPk: number, permissions: readonly Permission[] = PERMISSIONS, visibility = EVERYTHING): Viewer {
  return { userPk, userId: `user ${userPk}`, role: 'reader', permissions: new Set(permissions), visibility }
}

const inLibrary = (libraryPk: number): Happening => {
  return { channel: 'entity', event: { type: 'book_created', ...ids }, to: { libraryPk } }
}
const ownProgress: Happening = {
  channel: 'entity',
  event: { type: 'read_progress_updated', ...ids, completed: false, currentPage: 3 },
  to: { libraryPk: 1, userPk: 7 },
}
const task: Happening = {
  channel: 'task',
  event: { taskId: libraryId, taskType: 'scan_library', status: 'running', startedAt: '2026-01-01T00:00:00Z' },
  to: {},
}

function text(happened: readonly Happening[], of: Viewer, kind = ALL): string | null {
  const chunk = createRowMessages({ key: 9, resumeAt: 8, at: AT, happened })(of, kind)
  return chunk && new TextDecoder().decode(chunk.bytes)
}
const types = (written: string | null) => [...(written ?? '').matchAll(/"type":"(\w+)"/g)].map(([, type]) => type)

test('the number is on the last message of a group only, and it is the one to go on from', () => {
  const at = '"timestamp":"2026-01-02T03:04:05.006Z"'
  const book = `"type":"book_created","libraryId":"${libraryId}","seriesId":"${seriesId}","bookId":"${ids.bookId}"`
  expect(text([inLibrary(1), inLibrary(1)], viewer(1))).toBe(
    `data: {${book},${at}}\n\nid: 8\ndata: {${book},${at}}\n\n`,
  )
})

test('an event on its own channel has no name, and has one where channels share a stream', () => {
  const data = 'data: {"taskId":"'
  expect(text([task], viewer(1))).toStartWith(`id: 8\nevent: task\n${data}`)
  expect(text([task], viewer(1), { channels: new Set(['tasks']), named: false })).toStartWith(`id: 8\n${data}`)
  expect(text([task], viewer(1), { channels: new Set(['entities']), named: true })).toBeNull()
})

test('private events are written for their user only, with the id', () => {
  expect(text([ownProgress], viewer(7))).toContain('"userId":"user 7"')
  expect(text([ownProgress], viewer(8))).toBeNull()
  expect(types(text([inLibrary(1), ownProgress], viewer(8)))).toEqual(['book_created'])
  expect(types(text([inLibrary(1), ownProgress], viewer(7)))).toEqual(['book_created', 'read_progress_updated'])
})

test('events of a library are not sent to people who may not see it, not even to the reader concerned', () => {
  const some = viewer(7, PERMISSIONS, { kind: 'libraries', libraryPks: [2] })
  expect(types(text([inLibrary(1), inLibrary(2), ownProgress], some))).toEqual(['book_created'])
  expect(text([inLibrary(1), ownProgress], viewer(7, PERMISSIONS, { kind: 'libraries', libraryPks: [] }))).toBeNull()
})

test('one row serves many viewers with different access', () => {
  const messages = createRowMessages({ key: 9, resumeAt: 9, at: AT, happened: [inLibrary(1), ownProgress, task] })
  const counts = [
    viewer(7),
    viewer(8),
    viewer(8, ['libraries-read']),
    viewer(8, ['books-read']),
    viewer(7, ['tasks-read']),
    viewer(8, PERMISSIONS, { kind: 'libraries', libraryPks: [2] }),
  ].map(one => messages(one, ALL)?.messages ?? 0)
  expect(counts).toEqual([3, 2, 0, 1, 1, 1])
})

test('internal events are sent to no client', () => {
  expect(text([{ channel: 'internal', event: { type: 'settings' }, to: {} }], viewer(1))).toBeNull()
})

test('people who see a part of the libraries hear of work on no library only if they asked for it', () => {
  const asked: Happening = { ...task, to: { askedByPk: 7 } }
  const ofServer: Happening = { ...task, to: { askedByPk: null } }
  const parts: Visibility[] = [
    { kind: 'libraries', libraryPks: [1] },
    { kind: 'series', libraryPks: null, sharing: null, age: { limit: 12, unrated: true } },
  ]
  const heard = (happening: Happening, of: Viewer) => {
    const row = { key: 9, resumeAt: 8, at: AT, happened: [happening] }
    return createRowMessages(row, () => null)(of, ALL) !== null
  }
  for (const part of parts) {
    const ways = [asked, ofServer].flatMap(each => [7, 8].map(pk => heard(each, viewer(pk, PERMISSIONS, part))))
    expect(ways).toEqual([true, false, false, false])
  }
  expect([asked, ofServer].map(each => heard(each, viewer(8)))).toEqual([true, true])
})
