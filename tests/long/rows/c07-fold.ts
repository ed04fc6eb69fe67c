import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import type { Paginated } from '@octavo/contract/paging'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import { type Client, until } from '../../kit/client'
import type { Outcome, Row, Trial } from '../harness/row'
import { untilAtRest } from '../site/rest'
import { scannedLibrary } from '../site/scanned-library'
import { makeTemplate } from '../site/site'
import { PAGES, writeSmallLibrary } from '../site/small-library'
import { followEvents, type Message, type StreamClient } from '../site/stream'

const CLIENTS = 4
const WRITERS = 4

export const foldedEvents: Row = {
  id: 'C07',
  does: 'four clients fold 10,000 changes from the stream while they are cut, held off and made to lag at random',
  required: 'what each has folded is what GET answers; after an overflow it has to reload',
  databases: ['sqlite', 'postgres'],
  rounds: 10_000,
  minutes: 10,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  await writeSmallLibrary(folder, 4, 6)
  const template = await makeTemplate(trial.database, trial.scratch)
  const site = await template.make('site')
  const server = await site.serve()
  const admin = server.as(template.token)
  await scannedLibrary(admin, folder)
  await untilAtRest(site)
  const { data } = await admin.get<Paginated<BookDto>>('/api/v1/books?pageSize=100')
  const books = data.filter(({ fileFormat }) => fileFormat === 'cbz')
  const clients = Array.from({ length: CLIENTS }, () => followEvents(() => server, template.token))
  await Promise.all(clients.map(({ open }) => open))

  let sent = 0
  const write = async (number: number) => {
    const mine = books.filter((_, at) => at % WRITERS === number)
    for (let turn = 0; sent < trial.rounds; turn++) {
      sent++
      const currentPage = 1 + (turn % (PAGES - 1))
      await admin.put(`/api/v1/books/${mine[turn % mine.length]?.id}/progress`, { currentPage, completed: false })
      if (number === 0 && turn % 20 === 0) disturb(trial.random.pick(clients), trial)
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, number) => write(number)))
  const truth = await progressOf(admin)
  const faults: string[] = []
  for (const [number, each] of clients.entries()) {
    const folded = await until(
      () => fold(each.heard, admin),
      state => same(state, truth),
      20,
    ).catch(() => null)
    if (folded === null) faults.push(`client ${number + 1} folded something else`)
  }
  const resyncs = clients.reduce((sum, { heard }) => sum + heard.filter(({ data }) => data.type === 'resync').length, 0)
  const reconnects = clients.reduce((sum, each) => sum + each.reconnects(), 0)
  await Promise.all(clients.map(each => each.stop()))
  await server.end()
  await site.remove()
  await template.stop()
  return {
    n: trial.rounds,
    figure: `${faults.length} of ${CLIENTS} clients diverged, ${reconnects} reconnects, ${resyncs} times had to reload`,
    faults,
  }
}

function disturb(each: StreamClient, { random }: Trial): void {
  if (random.next() < 0.5) each.cut(random.whole(400))
  else each.stall(random.whole(800))
}

type State = ReadonlyMap<string, number>

async function progressOf(admin: Client): Promise<State> {
  const { progress } = await admin.get<{ progress: readonly ReadProgressResponse[] }>('/api/v1/progress')
  return new Map(progress.map(({ bookId, currentPage }) => [bookId, currentPage]))
}

/** As a client does it: what was heard on top of what was loaded, and all of it reloaded after `resync`. */
async function fold(heard: readonly Message[], admin: Client): Promise<State> {
  const last = heard.findLastIndex(({ data }) => data.type === 'resync')
  const state = new Map(last < 0 ? [] : await progressOf(admin))
  for (const { data } of heard.slice(last + 1)) {
    if (data.type === 'read_progress_updated') state.set(String(data.bookId), Number(data.currentPage))
  }
  return state
}

function same(a: State, b: State): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value)
}
