import type { Ask } from '../load/load.protocol'
import type { World } from '../world'
import type { LoadRow } from './load-row'
import { readyAnswer, readyMade } from './ready-made'

/** So few that all of them come again within a round. */
const FEW = 100

/** Health, one book, one series, a saved place. */
export function singleRows(world: World, floorDatabase: string): LoadRow[] {
  const { api } = world
  const health: Ask[] = [{ method: 'GET', path: '/health' }]
  return [
    { name: 'GET /health', asks: () => health, floor: readyMade(api, health), peer: { figure: 28_700, aloneMs: 0.09 } },
    {
      name: 'GET /books/{id}, repeated',
      asks: w => books(w).slice(0, FEW),
      floor: readyMade(api, books(world)),
      peer: { figure: 1_950, aloneMs: 0.7 },
      target: { timesPeer: 8, floorShare: 0.25 },
    },
    {
      name: 'GET /books/{id}, new',
      asks: books,
      forgets: true,
      floor: readyMade(api, books(world)),
      peer: { figure: 1_950, aloneMs: 0.7 },
      target: { timesPeer: 8, floorShare: 0.25, growth: 2 },
    },
    {
      name: 'GET /series/{id}, new',
      asks: series,
      forgets: true,
      floor: readyMade(api, series(world)),
      target: { floorShare: 0.25, growth: 2 },
    },
    {
      name: 'PUT progress, 8 writers',
      asks: places,
      floor: {
        name: 'one row, one transaction, on disk',
        answers: async () => {
          const answer = await readyAnswer(api, firstOf(places(world)))
          return answer.kind === 'bytes' ? [{ ...answer, kind: 'write', database: floorDatabase }] : []
        },
      },
      note: 'no answer was an error; the peer was not measured; the floor writes one row of SQLite and fsyncs',
    },
  ]
}

const books = (world: World): Ask[] => world.books.map(({ id }) => ({ method: 'GET', path: `/api/v1/books/${id}` }))
const series = (world: World): Ask[] => world.series.map(({ id }) => ({ method: 'GET', path: `/api/v1/series/${id}` }))

const places = (world: World): Ask[] =>
  world.books.map(({ id, pageCount }, at) => ({
    method: 'PUT',
    path: `/api/v1/books/${id}/progress`,
    body: JSON.stringify({ currentPage: 1 + (at % Math.max(1, pageCount)) }),
  }))

function firstOf(asks: readonly Ask[]): Ask {
  const [first] = asks
  if (!first) throw new Error('There is nothing to ask')
  return first
}
