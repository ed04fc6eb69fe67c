import { join } from 'node:path'
import type { BookDto } from '@octavo/contract/book'
import { comic, writeLibrary } from '../../kit/books'
import type { Outcome, Row, Trial } from '../harness/row'
import { type Acknowledged, createAcknowledged, lost } from '../site/acknowledged'
import { brokenInvariants } from '../site/invariants'
import { endLeases, percentile, untilAtRest } from '../site/rest'
import { listedBooks, scannedLibrary } from '../site/scanned-library'
import { makeTemplate, type Server } from '../site/site'

const WRITERS = 8
const BOOKS_A_WRITER = 25
const PAGES = 60
/** The server is killed this long after the first place of a round, or after up to twice that. */
const SHORTEST_MS = 1_000

export const killedPlaces: Row = {
  id: 'F20',
  does: 'kill -9 of the server while eight writers save places as fast as it acknowledges them, each in 25 books of its own',
  required: 'database whole, every acknowledged place is there after the restart',
  databases: ['sqlite', 'postgres'],
  rounds: 20,
  minutes: 15,
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  const folder = join(trial.scratch, 'books')
  const book = await comic({ pages: PAGES })
  const paths = Array.from({ length: WRITERS * BOOKS_A_WRITER }, (_, at) => `Series ${at % WRITERS}/${at}.cbz`)
  writeLibrary(folder, Object.fromEntries(paths.map(path => [path, book])))
  const template = await makeTemplate(trial.database, trial.scratch)
  const site = await template.make('site')
  let server = await site.serve()
  await scannedLibrary(server.as(template.token), folder)
  await untilAtRest(site)
  const books = await listedBooks(server.as(template.token))
  const acknowledged = createAcknowledged(join(trial.scratch, 'acknowledged.jsonl'))
  const faults: string[] = []
  if (books.length !== paths.length) faults.push(`${books.length} of ${paths.length} books are there`)
  const rates: number[] = []
  for (let round = 1; round <= trial.rounds; round++) {
    const random = trial.random.branch(`round ${round}`)
    const before = acknowledged.count()
    const began = performance.now()
    const writing = Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => {
        const own = books.filter((_, at) => at % WRITERS === writer)
        return savePlaces(server, template.token, own, 1 + random.whole(PAGES - 1), acknowledged)
      }),
    )
    await Bun.sleep(SHORTEST_MS + random.whole(SHORTEST_MS))
    server.signal('SIGKILL')
    rates.push((1000 * (acknowledged.count() - before)) / (performance.now() - began))
    await server.exited
    const refused = (await writing).filter(status => status !== 0)
    if (refused.length > 0) faults.push(`round ${round}: places were answered with ${refused}`)
    server = await site.serve({ port: server.port })
    await endLeases(site)
    const missing = lost(acknowledged, await savedPlaces(server, template.token))
    faults.push(...missing.slice(0, 5).map(fault => `round ${round}: ${fault}`))
    trial.say(`${round} of ${trial.rounds}: ${acknowledged.count()} acknowledged places, ${faults.length} faults`)
    if (faults.length > 20) break
  }
  await untilAtRest(site)
  faults.push(...(await brokenInvariants(site)))
  await server.end()
  await site.remove()
  await template.stop()
  const rate = Math.round(percentile(rates, 0.5))
  const figure = `lost ${faults.filter(fault => fault.includes('lost:')).length} of ${acknowledged.count()} acknowledged places in ${trial.rounds} kills, ${rate} places/s`
  return { n: trial.rounds, figure, faults: faults.slice(0, 20) }
}

/** Saves places until the connection breaks (0), or until one is refused: its status. */
async function savePlaces(
  server: Server,
  token: string,
  books: readonly BookDto[],
  firstPage: number,
  acknowledged: Acknowledged,
): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  for (let page = firstPage; ; page = (page % (PAGES - 1)) + 1) {
    for (const { id } of books) {
      const done = acknowledged.send(id, String(page))
      const body = JSON.stringify({ currentPage: page, completed: false })
      const put = { method: 'PUT', body, headers }
      const answer = await server
        .as(token)
        .fetch(`/api/v1/books/${id}/progress`, put)
        .catch(() => null)
      if (answer?.status !== 200) return answer?.status ?? 0
      done()
    }
  }
}

async function savedPlaces(server: Server, token: string): Promise<ReadonlyMap<string, string>> {
  const books = await listedBooks(server.as(token))
  return new Map(
    books.flatMap(({ id, readProgress }) => (readProgress ? [[id, String(readProgress.currentPage)] as const] : [])),
  )
}
