import { mkdirSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { withSource } from '../../../server/src/formats/file-source'
import { readDirectory } from '../../../server/src/formats/zip/directory'
import { locateData } from '../../../server/src/formats/zip/entry-bytes'
import { floorHeaders } from '../floor/floor'
import type { FloorAnswer } from '../floor/floor.protocol'
import type { Ask } from '../load/load.protocol'
import type { BookSample, World } from '../world'
import type { LoadRow } from './load-row'
import { askOnce } from './ready-made'

/** A requested page and its place in the file. */
interface PageSample {
  readonly ask: Ask
  readonly file: string
  readonly name: string
}

/** Books that are read in one row; each gives all its pages. */
const BOOKS = 50
const MOST_FILES = 100
/** Pages near the size of those that the peer was measured with. */
const TYPICAL_BYTES = { least: 25_000, most: 70_000 }

/** Pages and covers. `scratch` is a folder for the floor's files. */
export async function imageRows(world: World, scratch: string): Promise<LoadRow[]> {
  const books = await booksOfAllLibraries(world)
  const comics = books.filter(book => book.libraryId === world.libraryId)
  const others = books.filter(book => book.libraryId !== world.libraryId)
  const stored = await pagesOf(world, comics.slice(0, BOOKS), TYPICAL_BYTES)
  const deflated = await pagesOf(world, others.filter(isDeflated), TYPICAL_BYTES)
  const packed = await pagesOf(
    world,
    others.filter(book => book.fileFormat === 'cbr'),
    null,
  )
  const drawn = await pagesOf(
    world,
    others.filter(book => book.fileFormat === 'pdf'),
    null,
  )
  const covers = comics.map((book): Ask => ({ method: 'GET', path: `/api/v1/books/${book.id}/thumbnail` }))
  return [
    {
      name: 'page image, stored entry',
      asks: () => asksOf(stored),
      floor: { name: 'a slice of the same file', answers: () => slices(world, stored, 'slice') },
      peer: { figure: 3_150, aloneMs: 0.37 },
      target: { timesPeer: 4, floorShare: 0.6 },
    },
    {
      name: 'page image, deflated entry',
      asks: () => asksOf(deflated),
      floor: { name: 'a read and a bare inflate', answers: () => slices(world, deflated, 'inflate') },
      peer: { figure: 3_150, aloneMs: 0.37 },
      target: { timesPeer: 3, floorShare: 0.9 },
      note: "the peer's figure is of a stored entry",
    },
    cachedRow(world, 'page image, RAR, cached', packed, scratch),
    cachedRow(world, 'page image, PDF, cached', drawn, scratch),
    {
      name: 'thumbnail of a book',
      asks: () => covers,
      floor: { name: 'a plain file', answers: () => copies(world, covers, join(scratch, 'covers')) },
      peer: { figure: 495, aloneMs: 22 },
      target: { timesPeer: 15, floorShare: 0.6 },
    },
  ]
}

function cachedRow(world: World, name: string, pages: readonly PageSample[], scratch: string): LoadRow {
  const folder = join(scratch, name.replaceAll(/\W+/g, '-'))
  return {
    name,
    asks: () => asksOf(pages),
    floor: { name: 'a plain file of the same size', answers: () => copies(world, asksOf(pages), folder) },
    peer: { figure: 3_150, aloneMs: 0.37 },
    target: { timesPeer: 4, floorShare: 0.6 },
    note: "the peer's figure is of a stored entry",
  }
}

const asksOf = (pages: readonly PageSample[]): Ask[] => pages.map(page => page.ask)
const isDeflated = (book: BookSample) => book.title.startsWith('Deflated') || book.path.includes('Deflated ')

async function booksOfAllLibraries({ api, books, libraryId }: World): Promise<readonly BookSample[]> {
  const libraries = await api.get<{ data: { id: string }[] }>('/api/v1/libraries')
  const others = libraries.data.filter(library => library.id !== libraryId)
  const pages = await Promise.all(
    others.map(({ id }) => api.get<{ data: BookSample[] }>(`/api/v1/books?libraryId=${id}&pageSize=500`)),
  )
  return [...books, ...pages.flatMap(page => page.data)]
}

async function pagesOf(
  world: World,
  books: readonly BookSample[],
  size: { least: number; most: number } | null,
): Promise<PageSample[]> {
  const roots = new Map<string, string>()
  const samples: PageSample[] = []
  for (const book of books) {
    const root = roots.get(book.libraryId) ?? (await folderOf(world, book.libraryId))
    roots.set(book.libraryId, root)
    const pages = await world.api.get<{ pageNumber: number; fileName: string; fileSize: number }[]>(
      `/api/v1/books/${book.id}/pages`,
    )
    for (const { pageNumber, fileName, fileSize } of pages) {
      if (size && (fileSize < size.least || fileSize > size.most || !fileName.endsWith('.jpg'))) continue
      samples.push({
        ask: { method: 'GET', path: `/api/v1/books/${book.id}/pages/${pageNumber}` },
        file: isAbsolute(book.path) ? book.path : join(root, book.path),
        name: fileName,
      })
    }
  }
  return samples
}

async function folderOf({ api }: World, libraryId: string): Promise<string> {
  return (await api.get<{ path: string }>(`/api/v1/libraries/${libraryId}`)).path
}

/** The same bytes of the same files, without any checks. */
async function slices(world: World, pages: readonly PageSample[], kind: 'slice' | 'inflate'): Promise<FloorAnswer[]> {
  const [first] = pages
  if (!first) return []
  const headers = floorHeaders(await askOnce(world.api, first.ask))
  return Promise.all(pages.map(async ({ file, name }) => ({ kind, headers, file, ...(await placeOf(file, name)) })))
}

function placeOf(file: string, name: string): Promise<{ from: number; to: number }> {
  return withSource(file, async source => {
    const entry = readDirectory(source).find(each => each.name === name)
    if (!entry) throw new Error(`${file} has no ${name}`)
    const from = locateData(source, entry)
    return { from, to: from + entry.storedSize }
  })
}

/** The answers as plain files. Requesting them also fills the server's cache. */
async function copies(world: World, asks: readonly Ask[], folder: string): Promise<FloorAnswer[]> {
  mkdirSync(folder, { recursive: true })
  const answers: FloorAnswer[] = []
  for (const [at, ask] of asks.entries()) {
    const response = await askOnce(world.api, ask)
    const bytes = await response.bytes()
    if (at >= MOST_FILES) continue
    const file = join(folder, String(at))
    writeFileSync(file, bytes)
    answers.push({ kind: 'file', headers: floorHeaders(response), file })
  }
  return answers
}
