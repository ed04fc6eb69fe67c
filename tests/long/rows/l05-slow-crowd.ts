import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import { until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { type Crowd, startCrowd } from '../site/crowd'
import { openFiles, residentBytes } from '../site/measures'
import { percentile, untilAtRest } from '../site/rest'
import { makeTemplate, type Server } from '../site/site'
import { writeSmallLibrary } from '../site/small-library'

const CROWDS = { halves: 2000, drips: 1500, idle: 1500 } as const
const ALL = CROWDS.halves + CROWDS.drips + CROWDS.idle
const READERS = 4
const REQUESTS = 1500
/** A crowd may take CPU from those who read, but not keep them waiting. */
const MOST_TIMES = 3
/** So long after they went, nothing may be held for them. */
const REST_SECONDS = 30

export const slowCrowd: Row = {
  id: 'L05',
  does: '5,000 connections of slow clients: 2,000 half headers and 1,500 bodies that come by a byte each 2 s, 1,500 that say nothing',
  required:
    'no request of others fails, their p99 at most three times that of calm, nothing is held for the slow when they went',
  databases: ['sqlite', 'postgres'],
  rounds: 2,
  minutes: 15,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 4, 6)
  const template = await makeTemplate(trial.database, trial.scratch)
  const site = await template.make('site')
  const server = await site.serve()
  const admin = server.as(template.token)
  await admin.post<LibraryDto>('/api/v1/libraries', { name: 'Books', path: folder, scanImmediately: true })
  await untilAtRest(site)
  const { data } = await admin.get<Paginated<BookDto>>('/api/v1/books?pageSize=500')
  const books = data.filter(({ fileFormat, pageCount }) => fileFormat === 'cbz' && pageCount > 0)
  const [book] = books
  if (!book) throw new Error('There are no books')
  // What is made at the first use counts for nobody.
  await readMuch(server, template.token, books)
  const filesBefore = openFiles(server.pid)
  const faults: string[] = []
  const calm: number[] = []
  const crowded: number[] = []
  let stood = Number.POSITIVE_INFINITY
  for (let round = 1; round <= trial.rounds; round++) {
    calm.push(...(await readMuch(server, template.token, books)).times)
    const place = { host: '127.0.0.1', port: server.port, token: template.token, book: book.id }
    const crowds = Object.entries(CROWDS).map(([kind, count]) => ({
      count,
      crowd: startCrowd({ ...place, kind: kind as keyof typeof CROWDS, count }),
    }))
    await Promise.all(crowds.map(({ crowd, count }) => crowd.untilOpen(count)))
    stood = Math.min(stood, sumOf(crowds.map(({ crowd }) => crowd)))
    const seen = await readMuch(server, template.token, books)
    crowded.push(...seen.times)
    faults.push(...seen.failures.slice(0, 3).map(failure => `round ${round}: ${failure}`))
    const memory = Math.round(residentBytes(server.pid) / 1e6)
    await Promise.all(crowds.map(({ crowd }) => crowd.leave()))
    await until(
      async () => openFiles(server.pid),
      open => open <= filesBefore + 50,
      REST_SECONDS,
    ).catch(() => faults.push(`round ${round}: ${openFiles(server.pid)} files are open, ${filesBefore} before`))
    trial.say(`round ${round}: ${stood} stood, p99 ${p99(calm)} and ${p99(crowded)} ms, memory ${memory} MB`)
  }
  if (!server.isRunning()) faults.push('the server has ended')
  await server.end()
  await template.stop()
  const ratio = percentile(crowded, 0.99) / percentile(calm, 0.99)
  if (ratio > MOST_TIMES) faults.push(`the p99 is ${ratio.toFixed(1)} times that of calm`)
  if (stood < ALL / 2) faults.push(`only ${stood} slow connections stood`)
  return {
    n: crowded.length,
    figure: `p99 ${p99(calm)} ms in calm, ${p99(crowded)} ms with ${stood} slow connections: ratio ${ratio.toFixed(2)}; ${faults.length} faults`,
    faults,
  }
}

const p99 = (times: readonly number[]) => percentile(times, 0.99).toFixed(0)

function sumOf(crowds: readonly Crowd[]): number {
  return crowds.reduce((sum, crowd) => sum + crowd.standing().open, 0)
}

/** Some readers turn pages, look through lists and note where they are. */
async function readMuch(server: Server, token: string, books: readonly BookDto[]) {
  const admin = server.as(token)
  const times: number[] = []
  const failures: string[] = []
  let asked = 0
  async function ask(path: string, init: RequestInit = {}): Promise<void> {
    const began = performance.now()
    const answer = await admin
      .fetch(path, { ...init, signal: AbortSignal.timeout(30_000) })
      .catch((error: Error) => error)
    if (answer instanceof Error) failures.push(`${path}: ${answer.message}`)
    else {
      await answer.arrayBuffer()
      if (!answer.ok) failures.push(`${path} answered ${answer.status}`)
    }
    times.push(performance.now() - began)
  }
  async function reader(): Promise<void> {
    while (asked < REQUESTS) {
      const number = asked++
      const { id } = books[number % books.length] as BookDto
      if (number % 4 === 0) await ask(`/api/v1/books/${id}/pages/${1 + (number % 3)}`)
      else if (number % 4 === 1) await ask('/api/v1/books?pageSize=20')
      else if (number % 4 === 2) await ask(`/api/v1/books/${id}/thumbnail`)
      else {
        const body = JSON.stringify({ currentPage: 1 + (number % 9), completed: false })
        await ask(`/api/v1/books/${id}/progress`, {
          method: 'PUT',
          body,
          headers: { 'content-type': 'application/json' },
        })
      }
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return { times, failures }
}
