import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { withSource } from '../../../server/src/formats/file-source'
import { fileHash } from '../../../server/src/formats/hashes'
import { comic } from '../../kit/books'
import type { Random } from '../harness/random'
import type { Outcome, Row, Trial } from '../harness/row'
import { brokenInvariants } from '../site/invariants'
import { untilAtRest } from '../site/rest'
import { scanAgain, scannedLibrary } from '../site/scanned-library'
import { makeTemplate, type Site } from '../site/site'

const FILES = 50
const VERSIONS = 6
const CHANGES_A_SECOND = 20
/** Of a copy that goes on, by each change. */
const COPY_BYTES = 50_000
const MOST_GONE = 4
const BETWEEN_LOOKS_MS = 300

export const restlessFiles: Row = {
  id: 'B12',
  does: '50 books that are copied into the library at 1 MB/s, rewritten in place, replaced, renamed or taken away, 20 times a second, while it is scanned over and over, every fourth time deep; the database is looked at three times a second',
  required:
    'every row that is read from the database meanwhile agrees with one state of one file: size, hash and pages of the same version; in the end all are as on the disk',
  databases: ['sqlite', 'postgres'],
  rounds: 200,
  minutes: 40,
  run,
}

interface Version {
  readonly bytes: Buffer
  readonly pages: number
}

interface BookRow {
  readonly path: string
  readonly analyzed: boolean | number
  readonly file_size: number
  readonly file_hash: string
  readonly page_count: number
  /** Of ComicInfo, which tells how many pages its version has. */
  readonly said: string | null
}

async function run(trial: Trial): Promise<Outcome> {
  const versions = await makeVersions()
  const template = await makeTemplate(trial.database, trial.scratch)
  const site = await template.make('site')
  const server = await site.serve()
  const admin = server.as(template.token)
  const root = join(trial.scratch, 'books')
  const writer = startWriter(root, versions, trial.random.branch('writer'))
  const faults: string[] = []
  const known = knownStates(versions, trial.scratch)
  const sums = { rows: 0, mixed: 0, scans: 0, failed: 0 }
  try {
    const library = await scannedLibrary(admin, root)
    let goesOn = true
    const scanning = (async () => {
      while (goesOn) {
        const { status } = await scanAgain(admin, library.id, sums.scans % 4 === 3 ? 'deep' : 'normal')
        sums.scans++
        if (status !== 'completed') sums.failed++
      }
    })()
    for (let look = 1; sums.rows < trial.rounds * FILES; look++) {
      for (const row of await bookRows(site)) {
        sums.rows++
        const fault = await mixture(row, known)
        if (fault === null) continue
        sums.mixed++
        faults.push(`look ${look}: ${row.path}: ${fault}`)
      }
      if (look % 40 === 0) trial.say(`${JSON.stringify(sums)}, ${writer.changes()} changes`)
      await Bun.sleep(BETWEEN_LOOKS_MS)
    }
    goesOn = false
    await scanning
    writer.stop()
    // Files that were written to a moment ago are left until they are stable.
    await Bun.sleep(5_000)
    await scanAgain(admin, library.id)
    await admin.post(`/api/v1/libraries/${library.id}/confirm-missing`).catch(() => undefined)
    await untilAtRest(site)
    await scanAgain(admin, library.id, 'deep')
    await untilAtRest(site)
    const rows = (await bookRows(site)).filter(row => existsSync(join(root, row.path)))
    const onDisk = writer.paths()
    if (rows.length !== onDisk.length) faults.push(`${rows.length} books in the end, ${onDisk.length} files`)
    for (const row of rows) {
      const hash = await withSource(join(root, row.path), async source => fileHash(source))
      if (hash !== row.file_hash) faults.push(`${row.path} is not as on the disk in the end`)
    }
    faults.push(...(await brokenInvariants(site)))
  } catch (error) {
    faults.push(`${(error as Error).message.slice(0, 500)}\n${server.log().slice(-800)}`)
  }
  writer.stop()
  const changes = writer.changes()
  await server.end()
  await template.stop()
  return {
    n: sums.rows,
    figure: `${sums.mixed} mixed of ${sums.rows} rows, after ${sums.scans} scans (${sums.failed} failed) during ${changes} changes`,
    faults: [...new Set(faults)].slice(0, 20),
  }
}

/** Every version has a different number of pages, and is larger than one write. */
async function makeVersions(): Promise<readonly Version[]> {
  const made: Version[] = []
  for (let at = 0; at < VERSIONS; at++) {
    const pages = 3 + at
    const bytes = Buffer.from(
      await comic({ pages, size: { width: 500 + at, height: 700 }, comicInfo: { Number: pages } }),
    )
    // Stored behind the end, as many tools leave it: a file of some 100 to 300 KB.
    made.push({ bytes: Buffer.concat([Buffer.alloc(100_000 + at * 30_000, at), bytes]), pages })
  }
  return made
}

/** Changes one file after another, and never leaves two with one name. */
function startWriter(root: string, versions: readonly Version[], random: Random) {
  const folders = ['A', 'B', 'C', 'D', 'E']
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true })
  const files = new Map<number, string>()
  const copies = new Map<number, { readonly bytes: Buffer; done: number }>()
  let changes = 0
  let lastName = 0
  const newPath = () => `${random.pick(folders)}/book ${++lastName}.cbz`
  for (let at = 0; at < FILES; at++) {
    const path = newPath()
    files.set(at, path)
    writeFileSync(join(root, path), random.pick(versions).bytes)
  }

  function goOn(at: number): void {
    const copy = copies.get(at)
    const path = files.get(at)
    if (copy === undefined || path === undefined) return
    const part = copy.bytes.subarray(copy.done, copy.done + COPY_BYTES)
    const fd = openSync(join(root, path), copy.done === 0 ? 'w' : 'a')
    writeSync(fd, part)
    closeSync(fd)
    copy.done += part.length
    if (copy.done >= copy.bytes.length) copies.delete(at)
  }

  function change(): void {
    changes++
    const at = random.whole(FILES)
    const busy = [...copies.keys()]
    // A copy that has begun goes on: 20 times 50 KB a second.
    if (busy.length > 0 && random.next() < 0.6) {
      goOn(random.pick(busy))
      return
    }
    if (copies.has(at)) {
      goOn(at)
      return
    }
    const path = files.get(at)
    const { bytes } = random.pick(versions)
    if (path === undefined) {
      files.set(at, newPath())
      copies.set(at, { bytes, done: 0 })
      goOn(at)
      return
    }
    const place = join(root, path)
    // With more of them gone a scan would ask a person before it hid any.
    const mayGo = files.size > FILES - MOST_GONE
    switch (random.whole(mayGo ? 5 : 3)) {
      case 0:
        copies.set(at, { bytes, done: 0 })
        goOn(at)
        return
      case 1:
        writeFileSync(`${place}.part`, bytes)
        renameSync(`${place}.part`, place)
        return
      case 2: {
        const to = newPath()
        renameSync(place, join(root, to))
        files.set(at, to)
        return
      }
      case 3:
        rmSync(place)
        files.delete(at)
        return
      case 4: {
        const to = newPath()
        copyFileSync(place, join(root, to))
        rmSync(place)
        files.set(at, to)
      }
    }
  }

  const timer = setInterval(change, 1000 / CHANGES_A_SECOND)
  return {
    changes: () => changes,
    paths: () => [...files.values()],
    stop: () => {
      clearInterval(timer)
      while (copies.size > 0) goOn([...copies.keys()][0] as number)
    },
  }
}

/** Answers the hash of the first bytes of each version; all that a file may ever have been. */
function knownStates(versions: readonly Version[], scratch: string) {
  const hashes = new Map<string, string>()
  const file = join(scratch, 'state')
  return async (row: BookRow): Promise<Version | 'part' | null> => {
    for (const [at, version] of versions.entries()) {
      if (row.file_size > version.bytes.length) continue
      const key = `${at} ${row.file_size}`
      let hash = hashes.get(key)
      if (hash === undefined) {
        writeFileSync(file, version.bytes.subarray(0, row.file_size))
        hash = await withSource(file, async source => fileHash(source))
        hashes.set(key, hash)
      }
      if (hash === row.file_hash) return row.file_size === version.bytes.length ? version : 'part'
    }
    return null
  }
}

/** What of a row cannot be true of any one file; null when all of it can. */
async function mixture(row: BookRow, known: ReturnType<typeof knownStates>): Promise<string | null> {
  if (row.file_hash === '') return null
  const state = await known(row)
  if (state === null) return `size ${row.file_size} and hash are of no version, ${row.page_count} pages`
  if (!row.analyzed) return null
  if (state === 'part') return `${row.page_count} pages of a part of ${row.file_size} bytes`
  if (state.pages !== row.page_count || row.said !== String(state.pages)) {
    return `${row.page_count} pages (${row.said} said) of a file of ${state.pages}`
  }
  return null
}

async function bookRows(site: Site): Promise<readonly BookRow[]> {
  const rows = await site.run<BookRow>(
    `select cast(path as text) as path, analyzed, file_size, file_hash, page_count,
       (select number from book_metadata where book_pk = books.pk) as said
     from books where not deleted`,
  )
  return rows.map(row => ({ ...row, file_size: Number(row.file_size), page_count: Number(row.page_count) }))
}
