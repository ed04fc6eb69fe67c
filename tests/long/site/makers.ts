import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { Paginated } from '@octavo/contract/paging'
import { comic, writeLibrary } from '../../kit/books'
import type { Client } from '../../kit/client'
import type { Random } from '../harness/random'
import { PAGES } from './small-library'

const LARGE = 'Large'
const NARROWEST = 320
const WIDE = 900

/** Volumes whose pages are wide enough that narrower ones have to be made. */
export async function writeLargeBooks(folder: string, count: number): Promise<void> {
  const files: Record<string, Uint8Array> = {}
  for (let number = 1; number <= count; number++) {
    const size = { width: WIDE, height: 1300 + number }
    const comicInfo = { Series: LARGE, Number: number }
    files[`${LARGE}/${LARGE} v${number}.cbz`] = await comic({ pages: PAGES, size, comicInfo })
  }
  writeLibrary(folder, files)
}

/** People for whom thumbnails and narrower pages have to be made all the time, each again. */
export interface Makers {
  /** Pages that came whole, so far. */
  readonly made: () => number
  /** Answers of 503 and 507, so far. */
  readonly refused: () => number
  readonly stop: () => Promise<MakersReport>
}

export interface MakersReport {
  readonly made: number
  /** Answers of 503 and 507. */
  readonly refused: number
  readonly faults: readonly string[]
}

/** `thumbnails`: their folder, out of which one is taken now and then. */
export function startMakers(options: {
  readonly admin: Client
  readonly libraryId: string
  readonly thumbnails: string
  readonly random: Random
}): Makers {
  const { admin, libraryId, thumbnails, random } = options
  const faults: string[] = []
  let made = 0
  let refused = 0
  let stopping = false

  async function ask(path: string, init?: RequestInit): Promise<Uint8Array | null> {
    const answer = await admin.fetch(path, init)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (answer.status === 507 || answer.status === 503) refused++
    else if (answer.status >= 500) faults.push(`${path} answered ${answer.status}: ${Buffer.from(bytes).toString()}`)
    return answer.ok ? bytes : null
  }

  async function wide(): Promise<readonly BookDto[]> {
    const bytes = await ask('/api/v1/books?pageSize=500')
    const books = bytes ? (JSON.parse(Buffer.from(bytes).toString()) as Paginated<BookDto>).data : []
    return books.filter(({ title, pageCount }) => title.startsWith(LARGE) && pageCount === PAGES)
  }

  async function pages(numbers: Random): Promise<void> {
    while (!stopping) {
      const books = await wide()
      if (books.length === 0) await Bun.sleep(50)
      for (let turn = 0; turn < 20 && books.length > 0 && !stopping; turn++) {
        const page = 1 + numbers.whole(PAGES)
        const width = NARROWEST + numbers.whole(WIDE - NARROWEST)
        const bytes = await ask(`/api/v1/books/${numbers.pick(books).id}/pages/${page}?width=${width}`)
        if (bytes && endsWell(bytes)) made++
        else if (bytes) faults.push(`half a page of ${bytes.length} bytes was served`)
      }
    }
  }

  async function covers(numbers: Random): Promise<void> {
    const path = `/api/v1/libraries/${libraryId}/books/thumbnails/generate`
    const headers = { 'content-type': 'application/json' }
    while (!stopping) {
      takeOne(thumbnails, numbers)
      await ask(path, { method: 'POST', headers, body: JSON.stringify({ force: true }) })
      await Bun.sleep(200)
    }
  }

  const people = [pages(random.branch('pages 1')), pages(random.branch('pages 2')), covers(random.branch('covers'))]
  return {
    made: () => made,
    refused: () => refused,
    stop: async () => {
      stopping = true
      await Promise.all(people)
      return { made, refused, faults }
    },
  }
}

/** Whether a JPEG ends as one does. */
export function endsWell(bytes: Uint8Array): boolean {
  return bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9
}

/** Takes a thumbnail away where the disk lets it; on a full or a read-only one that may be refused. */
function takeOne(folder: string, random: Random): void {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.jpg'))
    if (files.length === 0) return
    rmSync(join(folder, random.pick(files)), { force: true })
  } catch {}
}
