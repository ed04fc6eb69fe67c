import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { BookMetadataResponse } from '@octavo/contract/book-metadata'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { FullSeriesMetadataResponse } from '@octavo/contract/series-metadata'
import { comic, writeLibrary } from '../../kit/books'
import type { Client } from '../../kit/client'
import type { Random } from '../harness/random'
import type { Outcome, Row, Trial } from '../harness/row'
import { brokenInvariants } from '../site/invariants'
import { JOBS } from '../site/jobs'
import { untilAtRest } from '../site/rest'
import { makeTemplate } from '../site/site'

const SERIES = 4
const BOOKS = 6
/** Edits of one round, between two looks at everything. */
const EDITS = 560
const EDITORS = 4

export const editsAgainstScans: Row = {
  id: 'C02',
  does: 'people edit, lock and unlock fields of books and series while quick and deep scans, refreshes, renumbering and analysis run and files are retagged on the disk',
  required: 'no locked field is overwritten, no edit is lost',
  databases: ['sqlite', 'postgres'],
  rounds: 20,
  minutes: 25,
  run,
}

/** What an editor knows of a book or series: the locked fields and what they have to be. */
interface Held {
  readonly path: string
  readonly fields: readonly string[]
  readonly lockOf: (field: string) => string
  readonly locked: Map<string, unknown>
}

async function run(trial: Trial): Promise<Outcome> {
  const { random } = trial
  const source = join(trial.scratch, 'books')
  await writeBooks(source)
  const template = await makeTemplate(trial.database, trial.scratch)
  const site = await template.make('site')
  const server = await site.serve()
  const admin = server.as(template.token)
  const library = await admin.post<LibraryDto>('/api/v1/libraries', {
    name: 'C02',
    path: source,
    scanImmediately: true,
  })
  await untilAtRest(site, 120)
  const { data } = await admin.get<Paginated<BookDto>>(`/api/v1/books?pageSize=500&libraryId=${library.id}`)
  const held = [
    ...data.map(({ id }) =>
      heldAt(`/api/v1/books/${id}/metadata`, BOOK_FIELDS, field => `${LOCKS[field] ?? field}Lock`),
    ),
    ...[...new Set(data.map(book => book.seriesId))].map(id =>
      heldAt(`/api/v1/series/${id}/metadata`, SERIES_FIELDS, field => field),
    ),
  ]
  const faults: string[] = []
  const sums = { edits: 0, locks: 0, scans: 0, tagged: 0, checks: 0 }
  for (let round = 1; round <= trial.rounds; round++) {
    let going = true
    const disturbing = disturb({ admin, library, source, books: data, random, sums, isGoing: () => going })
    await Promise.all(
      Array.from({ length: EDITORS }, async (_, editor) => {
        const own = held.filter((_, at) => at % EDITORS === editor)
        for (let edit = 0; edit < EDITS / EDITORS; edit++) await editOne(admin, random, random.pick(own), sums, faults)
      }),
    )
    going = false
    await disturbing
    // Twice: with the scan that was under way, and after one that reads every file.
    for (const last of [false, true]) {
      if (last) await admin.fetch(`/api/v1/libraries/${library.id}/scan?mode=deep`, { method: 'POST' })
      await untilAtRest(site, 120)
      await lookAtAll(admin, held, sums, faults)
    }
    trial.say(
      `${round} of ${trial.rounds}: ${sums.edits} edits, ${sums.scans} scans and other work, ${faults.length} faults`,
    )
  }
  faults.push(...(await brokenInvariants(site)))
  await server.end()
  await template.stop()
  return {
    n: sums.edits,
    figure: `lost edits and overwritten locked fields ${faults.length} of ${sums.edits} edits (${sums.locks} locks lifted), ${sums.scans} scans and other work, ${sums.tagged} files retagged, ${sums.checks} fields compared`,
    faults: faults.slice(0, 20),
  }
}

const BOOK_FIELDS = [
  'title',
  'titleSort',
  'number',
  'volume',
  'chapter',
  'summary',
  'publisher',
  'imprint',
  'year',
  'month',
  'languageIso',
  'genres',
  'subjects',
  'authors',
  'subtitle',
  'count',
] as const
const SERIES_FIELDS = [
  'title',
  'titleSort',
  'summary',
  'publisher',
  'imprint',
  'status',
  'ageRating',
  'language',
  'readingDirection',
  'year',
  'totalVolumeCount',
  'genres',
  'tags',
] as const
const LOCKS: Readonly<Record<string, string>> = { genres: 'genre', authors: 'authorsJson' }

function heldAt(path: string, fields: readonly string[], lockOf: Held['lockOf']): Held {
  return { path, fields, lockOf, locked: new Map() }
}

/** A value that no file has. */
function valueFor(field: string, random: Random): unknown {
  const word = `Edit ${random.whole(1_000_000_000)}`
  switch (field) {
    case 'number':
    case 'chapter':
      return 1000 + random.whole(8000) + 0.5
    case 'volume':
    case 'count':
    case 'totalVolumeCount':
      return 1000 + random.whole(8000)
    case 'year':
      return 2100 + random.whole(800)
    case 'month':
      return 7 + random.whole(6)
    case 'ageRating':
      return 20 + random.whole(70)
    case 'language':
    case 'languageIso':
      return random.pick(['is', 'mt', 'cy', 'eu'])
    case 'status':
      return random.pick(['ended', 'hiatus', 'abandoned'])
    case 'readingDirection':
      return random.pick(['ttb', 'webtoon'])
    case 'genres':
    case 'subjects':
    case 'tags':
      return [word]
    case 'authors':
      return [{ name: word, role: 'inker', sortName: null }]
    default:
      return word
  }
}

type Sums = { edits: number; locks: number; scans: number; tagged: number; checks: number }

async function editOne(admin: Client, random: Random, held: Held, sums: Sums, faults: string[]): Promise<void> {
  const field = random.pick(held.fields)
  const lock = held.lockOf(field)
  if (held.locked.has(field) && random.next() < 0.15) {
    const answer = await send(admin, 'PUT', `${held.path}/locks`, { [lock]: false })
    if (answer === null) return void faults.push(`${held.path}: a lock could not be lifted`)
    held.locked.delete(field)
    sums.locks++
    return
  }
  // A title or number of nothing is that of the rules.
  const clears = random.next() < 0.1 && held.locked.has(field) && !['title', 'number'].includes(field)
  const value = clears ? null : valueFor(field, random)
  const answer = await send(admin, 'PATCH', held.path, { [field]: value })
  if (answer === null) return void faults.push(`${held.path}: ${field} could not be edited`)
  const shown = clears && Array.isArray(held.locked.get(field)) ? [] : value
  held.locked.set(field, shown)
  sums.edits++
}

async function send(admin: Client, method: string, path: string, body: object): Promise<object | null> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const answer = await admin.fetch(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    if (answer.ok) return (await answer.json()) as object
    // 503: the writer was busy with a scan; retried.
    if (answer.status !== 503) return null
    await Bun.sleep(200)
  }
  return null
}

async function lookAtAll(admin: Client, all: readonly Held[], sums: Sums, faults: string[]): Promise<void> {
  for (const { path, locked, lockOf } of all) {
    const now = (await admin.get<BookMetadataResponse | FullSeriesMetadataResponse>(path)) as Record<string, unknown>
    const locks = now.locks as Record<string, boolean>
    for (const [field, value] of locked) {
      sums.checks++
      const seen = namesOnly(now[field] ?? null)
      if (locks[lockOf(field)] !== true) faults.push(`${path}: ${field} is locked no longer`)
      if (JSON.stringify(seen) !== JSON.stringify(value)) {
        faults.push(`${path}: ${field} is ${JSON.stringify(seen)} instead of ${JSON.stringify(value)}`)
      }
    }
  }
}

/** Genres and tags of a series come with their ids. */
function namesOnly(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.map(each => (each && typeof each === 'object' && 'createdAt' in each ? each.name : each))
}

interface Scene {
  readonly admin: Client
  readonly library: LibraryDto
  readonly source: string
  readonly books: readonly BookDto[]
  readonly random: Random
  readonly sums: Sums
  readonly isGoing: () => boolean
}

const WORK = ['deep scan', 'analysis', 'refresh', 'renumber']

/** Files are retagged and everything that reads or names them is asked for, as long as people edit. */
async function disturb({ admin, library, source, books, random, sums, isGoing }: Scene): Promise<void> {
  const jobs = JOBS.filter(job => WORK.includes(job.name))
  while (isGoing()) {
    for (let files = random.whole(4); files > 0; files--) {
      const book = 1 + random.whole(BOOKS)
      const series = 1 + random.whole(SERIES)
      writeFileSync(join(source, nameOf(series, book)), await bookFile(series, book, random))
      sums.tagged++
    }
    const seriesId = random.pick(books).seriesId
    if (random.next() < 0.4) await admin.fetch(`/api/v1/libraries/${library.id}/scan`, { method: 'POST' })
    else await random.pick(jobs).ask({ admin, libraryId: library.id, seriesId })
    sums.scans++
    await Bun.sleep(random.whole(150))
  }
}

function nameOf(series: number, book: number): string {
  return `Series ${series}/Series ${series} v${String(book).padStart(2, '0')}.cbz`
}

async function writeBooks(folder: string): Promise<void> {
  const files: Record<string, Uint8Array> = {}
  for (let series = 1; series <= SERIES; series++) {
    for (let book = 1; book <= BOOKS; book++) files[nameOf(series, book)] = await bookFile(series, book, null)
  }
  writeLibrary(folder, files)
}

/** The pages stay, so that a book is known by them whatever its tags say. */
function bookFile(series: number, book: number, random: Random | null): Promise<Uint8Array> {
  const tag = random ? ` ${random.whole(1_000_000)}` : ''
  return comic({
    pages: 2,
    size: { width: 40 + series * 10, height: 60 + book * 10 },
    comicInfo: {
      Series: `Series ${series}`,
      Title: `File${tag}`,
      Number: book,
      Volume: 1 + (random?.whole(20) ?? 0),
      Summary: `Said by the file${tag}`,
      Publisher: `Publisher${tag}`,
      Genre: `Genre${tag}`,
      Tags: `Tag${tag}`,
      Writer: `Writer${tag}`,
      LanguageISO: random?.pick(['en', 'ja', 'fr']) ?? 'en',
      Year: 1950 + (random?.whole(50) ?? 0),
      Month: 1 + (random?.whole(6) ?? 0),
      AgeRating: random?.pick(['Teen', 'Everyone']) ?? 'Teen',
      Manga: random?.pick(['Yes', 'No']) ?? 'No',
    },
  })
}
