import type { BookDto } from '@octavo/contract/book'
import type { Paginated } from '@octavo/contract/paging'
import type { Client } from '../../kit/client'
import type { Random } from '../harness/random'
import type { Acknowledged } from './acknowledged'
import type { Site } from './site'
import { PAGES } from './small-library'

/** People using a server: some edit, some read. */
export interface Load {
  /** Asks them to stop and waits until they have. */
  readonly stop: () => Promise<LoadReport>
}

export interface LoadReport {
  readonly requests: number
  /** Answers by status, 0 for a connection that broke. */
  readonly statuses: ReadonlyMap<number, number>
  /** Answers of 500 and above, in words. */
  readonly errors: readonly string[]
  /** The longest that one request took. */
  readonly slowestMs: number
}

export interface LoadOptions {
  /** The server to ask; asked for again at each request, as servers come and go. */
  readonly admin: () => Pick<Client, 'fetch'>
  readonly libraryId: string
  readonly random: Random
  readonly acknowledged: Acknowledged
  /** Request timeout. */
  readonly patienceMs?: number
  readonly editors?: number
  readonly readers?: number
}

export function startLoad(options: LoadOptions): Load {
  const { admin, libraryId, acknowledged, patienceMs = 30_000, editors = 2, readers = 2 } = options
  const statuses = new Map<number, number>()
  const errors: string[] = []
  let requests = 0
  let slowestMs = 0
  let stopping = false

  async function ask(method: string, path: string, body?: object): Promise<Response | null> {
    const began = performance.now()
    requests++
    try {
      const headers = { 'content-type': 'application/json' }
      const sends = body ? { body: JSON.stringify(body), headers } : {}
      const answer = await admin().fetch(path, { method, ...sends, signal: AbortSignal.timeout(patienceMs) })
      const content = await answer.arrayBuffer()
      count(answer.status)
      if (answer.status >= 500) {
        errors.push(`${method} ${path} answered ${answer.status}: ${Buffer.from(content).toString().slice(0, 200)}`)
      }
      return new Response(content, { status: answer.status === 204 ? 200 : answer.status })
    } catch {
      count(0)
      await Bun.sleep(10)
      return null
    } finally {
      slowestMs = Math.max(slowestMs, performance.now() - began)
    }
  }

  function count(status: number): void {
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }

  async function books(): Promise<readonly BookDto[]> {
    const answer = await ask('GET', '/api/v1/books?pageSize=500')
    return answer?.ok ? ((await answer.json()) as Paginated<BookDto>).data : []
  }

  /** Each editor has books of its own, so that each value has one writer. */
  async function edit(number: number, random: Random): Promise<void> {
    while (!stopping) {
      // An ebook has fewer pages, and a place behind the last one becomes the last one.
      const comics = (await books()).filter(({ fileFormat }) => fileFormat === 'cbz')
      const mine = comics.filter(({ id }) => Number.parseInt(id.slice(-4), 16) % editors === number)
      if (mine.length === 0) await Bun.sleep(5)
      for (let turn = 0; turn < 8 && mine.length > 0 && !stopping; turn++) {
        const book = random.pick(mine)
        const currentPage = 1 + random.whole(PAGES - 1)
        const done = acknowledged.send(`progress ${book.id}`, String(currentPage))
        const path = `/api/v1/books/${book.id}/progress`
        if ((await ask('PUT', path, { currentPage, completed: false }))?.ok) done()
      }
    }
  }

  async function describe(): Promise<void> {
    for (let version = 1; !stopping; version++) {
      const done = acknowledged.send(`description ${libraryId}`, `version ${version}`)
      const path = `/api/v1/libraries/${libraryId}`
      if ((await ask('PATCH', path, { description: `version ${version}` }))?.ok) done()
      await Bun.sleep(20)
    }
  }

  async function read(random: Random): Promise<void> {
    while (!stopping) {
      const shelf = await books()
      if (shelf.length === 0) await Bun.sleep(10)
      for (let turn = 0; turn < 5 && shelf.length > 0 && !stopping; turn++) {
        const book = random.pick(shelf)
        await ask('GET', `/api/v1/books/${book.id}/pages/${1 + random.whole(3)}`)
        await ask('GET', `/api/v1/books/${book.id}/thumbnail`)
        await ask('GET', `/api/v1/series?pageSize=20`)
      }
    }
  }

  const people = [
    ...Array.from({ length: editors }, (_, number) => edit(number, options.random.branch(`editor ${number}`))),
    ...Array.from({ length: readers }, (_, number) => read(options.random.branch(`reader ${number}`))),
    describe(),
  ]
  return {
    stop: async () => {
      stopping = true
      await Promise.all(people)
      return { requests, statuses, errors, slowestMs }
    },
  }
}

/** Database values of the keys of the load. */
export async function storedEdits(site: Site): Promise<ReadonlyMap<string, string>> {
  const progress = await site.run<{ id: string; page: number }>(
    'select books.id, current_page as page from read_progress join books on books.pk = book_pk',
  )
  const libraries = await site.run<{ id: string; description: string }>('select id, description from libraries')
  return new Map([
    ...progress.map(({ id, page }) => [`progress ${id}`, String(page)] as const),
    ...libraries.map(({ id, description }) => [`description ${id}`, description] as const),
  ])
}
