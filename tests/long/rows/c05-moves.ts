import { cpSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { Client } from '../../kit/client'
import { makeLibrary } from '../../kit/large-library'
import type { Outcome, Row, Trial } from '../harness/row'
import { type Editors, startEditors } from '../site/editors'
import { brokenInvariants } from '../site/invariants'
import { copyInPlace, type MovedFile, type MovedFiles, mixFormats, movedFiles } from '../site/moved-files'
import { untilAtRest } from '../site/rest'
import { scanAgain, scannedLibrary } from '../site/scanned-library'
import { makeTemplate, type Server, type Site } from '../site/site'

const SERIES = 100
const BOOKS_PER_SERIES = 20
const READERS = 2
const EDITORS = 2

export const movedBooks: Row = {
  id: 'C05',
  does: 'a library of 2,000 books, 40 PDFs and 40 tars among them, moved, renamed, split over folders and libraries, retagged and repacked, copied, unmounted, mounted with other inodes, half deleted and restored elsewhere, before, while and after scans run, while people read and edit, and titles of series are locked',
  required:
    'every book keeps its id, its place, what people edited and its locks; a copy is a book of its own; nothing is read again on return',
  databases: ['sqlite', 'postgres'],
  rounds: 5,
  minutes: 60,
  run,
}

interface Scene {
  readonly trial: Trial
  readonly site: Site
  readonly server: Server
  readonly admin: Client
  readonly libraries: readonly LibraryDto[]
  readonly files: MovedFiles
  /** Ids by the names of files, as they were at first. */
  readonly ids: ReadonlyMap<string, string>
  /** Pages by book, of which the server has said that it keeps them. */
  readonly places: Map<string, number>
  readonly editors: Editors
  readonly faults: string[]
  tried: number
  intact: number
}

async function run(trial: Trial): Promise<Outcome> {
  const roots = ['one', 'two'].map(name => join(trial.scratch, name))
  const [one = '', two = ''] = roots
  makeLibrary(one, {
    series: SERIES,
    booksPerSeries: BOOKS_PER_SERIES,
    pagesPerBook: 8,
    pageKb: 3,
  })
  mixFormats(one)
  makeLibrary(two, { series: 2, booksPerSeries: 5, pagesPerBook: 8, pageKb: 3, seed: 99 })
  const template = await makeTemplate(trial.database, trial.scratch)
  const site = await template.make('site')
  const server = await site.serve()
  const admin = server.as(template.token)
  const libraries = []
  for (const root of roots) libraries.push(await scannedLibrary(admin, root, 900))
  await untilAtRest(site, 300)
  const files = movedFiles(one, trial.random)
  const rows = await books(site)
  const ids = new Map(rows.filter(row => row.root === one).map(row => [row.path, row.id]))
  await lockTitles(site, admin)
  const scene: Scene = {
    ...{ trial, site, server, admin, libraries, files, ids },
    ...{ places: new Map(), faults: [], tried: 0, intact: 0 },
    editors: startEditors({ admin, site, ids: [...ids.values()], random: trial.random }, EDITORS),
  }
  const { editors } = scene
  const locked = await lockedTitles(site)
  const readers = startReaders(scene)
  for (let round = 1; round <= trial.rounds; round++) {
    for (const [what, act] of Object.entries(ACTS)) {
      await act(scene, one, two, round)
      await check(scene, `${what} (round ${round})`)
    }
    trial.say(`${round} of ${trial.rounds}: ${scene.intact} of ${scene.tried} intact, ${scene.faults.length} faults`)
  }
  await Promise.all([readers.stop(), editors.stop()])
  await untilAtRest(site, 120)
  await check(scene, 'the end')
  const after = await lockedTitles(site)
  const lost = [...locked].filter(([id, title]) => after.get(id) !== title).length
  if (lost > 0) scene.faults.push(`${lost} of ${locked.size} locked titles changed or went with their series`)
  const edits = await editors.lostInTheEnd()
  scene.faults.push(...edits.faults, ...(await brokenInvariants(site)))
  await server.end()
  await template.stop()
  return {
    n: scene.tried,
    figure: `${scene.intact}/${scene.tried} looks at ${files.all.length} books found id and path, ${scene.places.size} acknowledged places kept (${readers.said()} set), ${edits.fields} edited fields kept with their locks (${editors.said()} edits), ${locked.size - lost}/${locked.size} locked titles of series kept`,
    faults: scene.faults.slice(0, 20),
  }
}

type Act = (scene: Scene, one: string, two: string, round: number) => Promise<void>

const ACTS: Readonly<Record<string, Act>> = {
  'files renamed': async (scene, _one, _two, round) => {
    for (const file of scene.files.some(20)) {
      scene.files.move(file, file.root, join(dirname(file.path), `Renamed ${round} ${basename(file.path)}`))
    }
    await scanBoth(scene)
  },
  'folders renamed while a scan runs': async (scene, one, _two, round) => {
    await Promise.all([
      scanBoth(scene),
      ...[1, 2].map(async n => scene.files.moveFolder(scene.files.series(one), one, `Folder ${round} ${n}`)),
    ])
    await scanBoth(scene)
  },
  'a series split over two folders': async (scene, one, _two, round) => {
    const files = scene.files.series(one)
    for (const file of files.slice(0, files.length / 2)) {
      scene.files.move(file, one, join(`Split ${round}`, basename(file.path)))
    }
    await scanBoth(scene)
  },
  'files and a series moved to the other library': async (scene, one, two, round) => {
    for (const file of scene.files.some(10).filter(({ root }) => root === one)) {
      scene.files.move(file, two, join(`From one ${round}`, basename(file.path)))
    }
    const whole = scene.files.series(one)
    scene.files.moveFolder(whole, two, `Whole ${round}`)
    await scanBoth(scene)
  },
  'files moved back while scans run': async (scene, one, two, round) => {
    const running = scanBoth(scene)
    for (const file of scene.files.all.filter(({ root }) => root === two).slice(0, 8)) {
      scene.files.move(file, one, join(`Back ${round}`, `${round} ${basename(file.path)}`))
      await Bun.sleep(scene.trial.random.whole(40))
    }
    await running
    await scanBoth(scene)
  },
  'files retagged and repacked under other names': async scene => {
    scene.files.tagAnew(scene.files.someTellable(15, ['cbz']))
    await scanBoth(scene)
    scene.files.tagAnew(scene.files.someTellable(8, ['pdf', 'cbt']))
    await scanBoth(scene)
    await untilAtRest(scene.site, 120)
  },
  copies: async (scene, one, _two, round) => {
    const copied = scene.files.some(5).map(file => {
      const copy = join(one, `Copies ${round}`, basename(file.path))
      mkdirSync(dirname(copy), { recursive: true })
      cpSync(join(file.root, file.path), copy)
      return copy
    })
    await scanBoth(scene)
    const own = new Set(scene.ids.values())
    const taken = (await books(scene.site)).filter(row => copied.includes(join(row.root, row.path)) && own.has(row.id))
    if (taken.length > 0) scene.faults.push(`${taken.length} copies took the rows of their books`)
    await check(scene, 'books that were copied')
    for (const copy of new Set(copied)) rmSync(copy)
    rmdirSync(join(one, `Copies ${round}`))
    await scanBoth(scene)
  },
  'an empty mount point': async (scene, one) => {
    renameSync(one, `${one} away`)
    mkdirSync(one)
    await scanBoth(scene)
    await check(scene, 'books of a disk that is away')
    rmdirSync(one)
    renameSync(`${one} away`, one)
    await scanReadsNothing(scene, 'the disk came back')
  },
  'other inodes': async (scene, one) => {
    copyInPlace(one)
    await scanReadsNothing(scene, 'the disk had other inodes')
  },
  'half of the books deleted, and restored in other places': async (scene, one, two, round) => {
    const [library] = scene.libraries
    const trash = join(scene.trial.scratch, `trash ${round}`)
    const half = scene.files.all.filter((file, index) => file.root === one && index % 2 === 0)
    const paths = new Map(half.map((file, index) => [file, `${index} ${basename(file.path)}`]))
    for (const [file, path] of paths) scene.files.move(file, trash, path)
    await scanBoth(scene)
    const own = new Set(scene.ids.values())
    const hidden = (await books(scene.site)).filter(row => row.deleted && own.has(row.id))
    if (hidden.length > 0) scene.faults.push(`${hidden.length} books were hidden without a question (round ${round})`)
    const sends = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    const confirmed = await scene.admin.fetch(`/api/v1/libraries/${library?.id}/confirm-missing`, sends)
    if (!confirmed.ok) scene.faults.push(`the loss of ${half.length} could not be confirmed: ${await confirmed.text()}`)
    await untilAtRest(scene.site, 300)
    for (const [index, [file, path]] of [...paths].entries()) {
      scene.files.move(file, index % 5 === 0 ? two : one, join(`Restored ${round} ${index % 7}`, path))
    }
    await scanBoth(scene)
  },
}

/** In either order, as people do. */
async function scanBoth({ admin, libraries, site, trial }: Scene): Promise<void> {
  const order = trial.random.next() < 0.5 ? libraries : libraries.toReversed()
  for (const { id } of order) await scanAgain(admin, id, 'normal', 600)
  await untilAtRest(site, 300)
}

async function scanReadsNothing(scene: Scene, when: string): Promise<void> {
  await scanBoth(scene)
  const read = await scene.site.run<{ n: number }>('select books_to_analyze as n from scans order by pk desc limit 2')
  const books = read.reduce((sum, { n }) => sum + Number(n), 0)
  if (books > 0) scene.faults.push(`${books} books were read again when ${when}`)
}

interface BookState {
  readonly id: string
  readonly root: string
  readonly path: string
  readonly deleted: boolean
  readonly page: number | null
}

async function books(site: Site): Promise<readonly BookState[]> {
  const rows = await site.run<BookState & { page: number | string | null }>(
    `select books.id, cast(library_folders.path as text) as root, cast(books.path as text) as path, books.deleted,
     read_progress.current_page as page from books join library_folders on library_folders.pk = books.folder_pk
     left join read_progress on read_progress.book_pk = books.pk`,
  )
  return rows.map(row => ({ ...row, deleted: Boolean(row.deleted), page: row.page === null ? null : Number(row.page) }))
}

/** Every book has the id that it had, lies where its file lies, and is on the page that was acknowledged last. */
async function check(scene: Scene, when: string): Promise<void> {
  const { files, ids, places, faults } = scene
  // What is acknowledged from now on may be later than what is read here.
  const acknowledged = new Map(places)
  const rows = new Map((await books(scene.site)).map(row => [row.id, row]))
  const lost: MovedFile[] = []
  for (const file of files.all) {
    const row = rows.get(ids.get(file.name) ?? '')
    const isThere = row !== undefined && !row.deleted && row.path === file.path && row.root === file.root
    scene.tried++
    if (isThere) scene.intact++
    else lost.push(file)
  }
  if (lost.length > 0) faults.push(`${lost.length} books lost their row by: ${when}; first ${lost[0]?.path}`)
  const wrong = [...acknowledged].filter(([id, page]) => (rows.get(id)?.page ?? 0) < page)
  if (wrong.length > 0) faults.push(`${wrong.length} places were lost by: ${when}`)
  const unedited = await scene.editors.lost()
  if (unedited.length > 0) faults.push(`${unedited.length} edits were lost by: ${when}; first ${unedited[0]}`)
}

/** Places only grow, so that one that was lost shows whenever it is looked at. */
function startReaders({ admin, ids, places, trial }: Scene) {
  let going = true
  let set = 0
  const all = [...ids.values()]
  const people = Array.from({ length: READERS }, async (_, number) => {
    const random = trial.random.branch(`reader ${number}`)
    const own = all.filter((_id, index) => index % READERS === number)
    while (going) {
      const id = random.pick(own)
      const page = Math.min(4, (places.get(id) ?? 0) + 1)
      const body = JSON.stringify({ currentPage: page, completed: false })
      const sends = { method: 'PUT', body, headers: { 'content-type': 'application/json' } }
      const answer = await admin.fetch(`/api/v1/books/${id}/progress`, sends).catch(() => null)
      if (answer?.ok) {
        places.set(id, page)
        set++
      }
      await admin.fetch(`/api/v1/books/${id}`).catch(() => null)
      await Bun.sleep(20)
    }
  })
  return {
    said: () => set,
    stop: async () => {
      going = false
      await Promise.all(people)
    },
  }
}

/** An edit locks what it sets. */
async function lockTitles(site: Site, admin: Client): Promise<void> {
  const rows = await site.run<{ id: string }>('select id from series where pk % 3 = 0')
  for (const [at, { id }] of rows.entries()) await admin.patch(`/api/v1/series/${id}/metadata`, { title: `Mine ${at}` })
}

async function lockedTitles(site: Site): Promise<ReadonlyMap<string, string>> {
  const yes = site.kind === 'sqlite' ? '1' : 'true'
  const rows = await site.run<{ id: string; title: string }>(`select id, title from series where title_locked = ${yes}`)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
