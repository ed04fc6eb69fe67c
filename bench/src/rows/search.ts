import { typedWords } from '../library/invented'
import type { Ask } from '../load/load.protocol'
import type { World } from '../world'
import type { LoadRow } from './load-row'
import { readyMade } from './ready-made'

const SEARCHES = 400
/** Hits of each kind, as the palette of the web app asks. */
const HITS = 5

/** The one search over everything, each time for something that was never asked before. */
export function searchRows(world: World): LoadRow[] {
  return [
    {
      name: 'GET /search, search as you type',
      asks,
      floor: readyMade(world.api, asks(world)),
      target: { p95Ms: 20, growth: 2 },
    },
  ]
}

function asks({ series }: World): Ask[] {
  const titles = series.map(each => each.title)
  return typedWords(titles, SEARCHES).map(text => {
    return { method: 'GET', path: `/api/v1/search?q=${encodeURIComponent(text)}&limit=${HITS}&unrepeated={n}` }
  })
}
