// Disks that are plugged and unplugged. If the process may mount, they are real mounts.
import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { forEachDatabase } from '../../../db/testing'
import { startParserPool } from '../../../workers'
import { readAbsences } from './presence'
import { createTestLibrary, type TestLibrary } from './testing'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())

const run = (...command: string[]) => Bun.spawnSync(command).exitCode === 0

/** A disk bound into a folder; without permission to mount, a folder moved there and a fake mount table. */
interface Disk {
  plug(): void
  unplug(): void
}

const CAN_MOUNT = (() => {
  const [from, to] = [`/tmp/octavo-mount-${process.pid}-a`, `/tmp/octavo-mount-${process.pid}-b`]
  for (const folder of [from, to]) mkdirSync(folder, { recursive: true })
  const can = process.platform === 'linux' && run('mount', '--bind', from, to) && run('umount', to)
  for (const folder of [from, to]) rmSync(folder, { recursive: true })
  return can
})()
const HOW = CAN_MOUNT ? 'real mounts' : 'folders and a made-up list of mounts: this process may not mount'

forEachDatabase(`F08: a scan of disks that come and go (${HOW})`, database => {
  let library: TestLibrary
  let plugged: Disk[]

  beforeEach(async () => {
    plugged = []
    library = await createTestLibrary(database.connection, pool)
  })
  afterEach(() => {
    for (const disk of plugged.toReversed()) disk.unplug()
    library.remove()
  })

  /** Mounts a disk at a place of the library, or in place of all of it. */
  function disk(at: string): Disk {
    const point = join(library.root, at)
    const content = join(library.root, '..', `disk of ${at || 'all'}`)
    mkdirSync(content)
    mkdirSync(point, { recursive: true })
    const table = library.deps.mountTable ?? ''
    const list = (lines: string) => CAN_MOUNT || writeFileSync(table, lines)
    const made: Disk = {
      plug() {
        plugged.push(made)
        list(`1 0 0:1 / / rw - ext4 x rw\n2 1 0:2 / ${point} rw - ext4 y rw\n`)
        if (CAN_MOUNT) expect(run('mount', '--bind', content, point)).toBe(true)
        else {
          rmSync(point, { recursive: true })
          renameSync(content, point)
        }
      },
      unplug() {
        plugged.splice(plugged.indexOf(made), 1)
        list('1 0 0:1 / / rw - ext4 x rw\n')
        if (CAN_MOUNT) expect(run('umount', point)).toBe(true)
        else {
          renameSync(point, content)
          mkdirSync(point)
        }
      },
    }
    made.plug()
    return made
  }

  const row = () =>
    database.connection.reader.query
      .selectFrom('library_folders')
      .select(['absences', 'unavailable_reason'])
      .where('library_pk', '=', library.pk)
      .executeTakeFirstOrThrow()
  const absences = async () =>
    readAbsences((await row()).absences).map(({ path, reason, books, mayConfirm }) => [path, reason, books, mayConfirm])
  const add = async (...paths: string[]) => {
    for (const path of paths) await library.files.add(path)
  }
  const many = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/${at}.cbz`)

  test('keeps the books of a lost disk within the library, few as they are, and hashes nothing on its return', async () => {
    const usb = disk('USB')
    await add('USB/1.cbz', 'USB/Deep/2.cbz', ...many('Here', 20))
    await library.scan()
    const before = await library.books()
    usb.unplug()
    library.files.remove('Here/0.cbz')
    expect(await library.scan()).toMatchObject({ status: 'completed', result: { books_deleted: 1 } })
    const { 'Here/0.cbz': _, ...rest } = before
    expect(Object.keys(await library.books())).toEqual(Object.keys(rest))
    expect(await absences()).toEqual([['USB', 'unmounted', 2, true]])
    expect((await row()).unavailable_reason).toBeNull()
    // Unchanged at the next scan, since the same moment.
    const since = readAbsences((await row()).absences)[0]?.since
    await library.scan()
    expect(readAbsences((await row()).absences)[0]?.since).toBe(since ?? '')
    usb.plug()
    expect(await library.scan()).toMatchObject({ status: 'completed', result: { books_updated: 0, books_restored: 0 } })
    expect(Object.keys(await library.books())).toEqual(Object.keys(rest))
    expect([library.opened, await absences()]).toEqual([[], []])
  })

  test('hides the books of a lost disk on confirmation, and shows them again with the disk', async () => {
    const usb = disk('USB')
    await add('USB/1.cbz', 'USB/2.cbz', ...many('Here', 20))
    await library.scan()
    const before = await library.books()
    usb.unplug()
    await library.scan()
    expect(await library.scan({ confirmed: true })).toMatchObject({ status: 'completed', result: { books_deleted: 2 } })
    expect([Object.keys(await library.books()).length, await absences()]).toEqual([20, []])
    usb.plug()
    expect(await library.scan()).toMatchObject({ result: { books_restored: 2, books_updated: 0 } })
    const ids = async () => Object.values(await library.books()).map(book => book.id)
    expect([await ids(), library.opened]).toEqual([Object.values(before).map(book => book.id), []])
  })

  test('keeps all books when the disk of the whole library is lost, even if something lies in its folder', async () => {
    const all = disk('')
    await add(...many('A', 5))
    await library.scan()
    const before = await library.books()
    all.unplug()
    await add('Note/read me.cbz')
    expect(await library.scan({ mode: 'deep' })).toMatchObject({ status: 'failed' })
    const { 'Note/read me.cbz': note, ...others } = await library.books()
    expect([others, note === undefined]).toEqual([before, false])
    expect(await absences()).toEqual([['', 'unmounted', 5, true]])
    expect((await row()).unavailable_reason).toContain('Mount it again')
    library.files.remove('Note')
    all.plug()
    expect((await library.scan()).status).toBe('completed')
    expect([await absences(), (await row()).unavailable_reason, library.opened]).toEqual([[], null, []])
    expect(await library.books()).toEqual(before)
  })

  test('keeps the books of a disk that is mounted but empty', async () => {
    disk('USB')
    await add('USB/1.cbz', ...many('Here', 20))
    await library.scan()
    library.files.remove('USB/1.cbz')
    expect((await library.scan()).status).toBe('completed')
    expect(Object.keys(await library.books()).length).toBe(21)
    expect(await absences()).toEqual([['USB', 'empty', 1, true]])
  })

  test('forgets a disk whose files have all moved to the folder itself', async () => {
    const usb = disk('USB')
    await add('USB/1.cbz', ...many('Here', 20))
    await library.scan()
    const before = await library.books()
    usb.unplug()
    library.files.copy('../disk of USB/1.cbz', 'USB/1.cbz')
    expect((await library.scan()).status).toBe('completed')
    expect([Object.keys(await library.books()), await absences()]).toEqual([Object.keys(before), []])
    library.files.remove('USB/1.cbz')
    expect(await library.scan()).toMatchObject({ result: { books_deleted: 1 } })
  })
})
