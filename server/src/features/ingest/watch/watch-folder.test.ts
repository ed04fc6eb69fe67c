import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import { createLogger } from '../../../kernel/log'
import { type FolderWatch, watchFolder } from './watch-folder'

setDefaultTimeout(30_000)

const LONG_AGO = new Date('2020-01-01')

let folder: ReturnType<typeof temporaryFolder>
let root: string
let watch: FolderWatch
let clock = 0

/** Creates a folder with an old modification time, as on an idle disk. */
function make(path: string): void {
  mkdirSync(join(root, path), { recursive: true })
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    utimesSync(join(root, at), LONG_AGO, LONG_AGO)
  }
  utimesSync(root, LONG_AGO, LONG_AGO)
}

/** On a share, without events. */
function start(since: number | null = null, wasAway = false): void {
  const table = join(folder.path, 'mountinfo')
  writeFileSync(table, `36 35 0:50 / ${root} rw,relatime shared:1 - nfs4 server:/books rw\n`)
  watch = watchFolder({
    root,
    leavesOut: name => name.startsWith('.'),
    since,
    wasAway,
    pollMs: 1_000,
    log: createLogger('silent'),
    now: () => clock,
    mountTable: table,
  })
}

/** Polls when it is due, and returns the changes that were stable by then. */
async function changes(): Promise<string[]> {
  clock += 60_000
  await watch.look()
  clock += 60_000
  return (watch.take() ?? []).map(({ path, below }) => (below ? `${path}/**` : path)).toSorted()
}

beforeEach(() => {
  folder = temporaryFolder('watch-folder')
  root = join(folder.path, 'books')
  clock = Date.now()
  for (const path of ['A', 'B/C', '.hidden/D']) make(path)
})
afterEach(() => {
  watch.stop()
  folder.remove()
})

test('a share is polled, with the reason', async () => {
  start()
  expect(watch.state.state).toBe('starting')
  expect(await changes()).toEqual([])
  expect(watch.state).toEqual({ state: 'polling', reason: 'file_system', detail: 'nfs4', folders: 4 })
})

test('a folder with another time is looked at, a new one with all inside it, a lost one where it was', async () => {
  start()
  await changes()
  writeFileSync(join(root, 'B/C/1.cbz'), 'x')
  expect(await changes()).toEqual(['B/C'])
  expect(await changes()).toEqual([])
  mkdirSync(join(root, 'E/F'), { recursive: true })
  expect(await changes()).toEqual(['', 'E/**'])
  // Times of folders advance in steps of some milliseconds.
  await Bun.sleep(50)
  writeFileSync(join(root, 'E/F/1.cbz'), 'x')
  expect(await changes()).toEqual(['E/F'])
  renameSync(join(root, 'B'), join(root, 'G'))
  expect(await changes()).toEqual(['', 'B/**', 'B/C/**', 'G/**'])
  writeFileSync(join(root, '.hidden/D/1.cbz'), 'x')
  expect(await changes()).toEqual([])
})

test('a change in the moment of the first look is found, although the time of the folder stays the same', async () => {
  const firstLook = new Date(clock + 60_000)
  utimesSync(join(root, 'A'), firstLook, firstLook)
  start()
  expect(await changes()).toEqual([])
  writeFileSync(join(root, 'A/1.cbz'), 'x')
  utimesSync(join(root, 'A'), firstLook, firstLook)
  expect(await changes()).toEqual(['A'])
  expect(await changes()).toEqual([])
})

test('a folder of which the last scan believed nothing is wholly to be scanned, once', async () => {
  start(Date.now(), true)
  expect(await changes()).toEqual(['/**'])
  expect(await changes()).toEqual([])
})

test('changes since a given time are found at the start', async () => {
  make('Old')
  writeFileSync(join(root, 'A/1.cbz'), 'x')
  start(LONG_AGO.getTime() + 1)
  expect(await changes()).toEqual(['A'])
})

test('a missing folder is not empty: all is scanned, when it disappears and when it returns', async () => {
  start()
  await changes()
  renameSync(root, join(folder.path, 'away'))
  expect(await changes()).toEqual(['/**'])
  expect(watch.state.state).toBe('away')
  expect(await changes()).toEqual([])
  renameSync(join(folder.path, 'away'), root)
  expect(await changes()).toEqual(['/**'])
  expect(watch.state).toMatchObject({ state: 'polling', folders: 4 })
})

test('another folder in its place is seen', async () => {
  start()
  await changes()
  renameSync(root, join(folder.path, 'before'))
  mkdirSync(root)
  expect(await changes()).toEqual(['/**'])
  rmSync(join(folder.path, 'before'), { recursive: true })
})

test('a folder that is not there at the start is scanned for it, unless the last scan has said so', async () => {
  renameSync(root, join(folder.path, 'away'))
  start(Date.now())
  expect(await changes()).toEqual(['/**'])
  expect(await changes()).toEqual([])
  watch.stop()
  start(Date.now(), true)
  expect(await changes()).toEqual([])
  renameSync(join(folder.path, 'away'), root)
  expect(await changes()).toEqual(['/**'])
})
