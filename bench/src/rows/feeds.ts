import type { World } from '../world'
import type { LoadRow } from './load-row'
import { readyMade } from './ready-made'

/** Those of the reference: a series of 10 books by OPDS 2.0. */
const PEER = { peer: { figure: 432, aloneMs: 2.8 }, target: { timesPeer: 10 } } as const

/** Feeds and Komga lists of reading apps, uncached and cached. */
export function feedRows(world: World): LoadRow[] {
  const { api } = world
  const row = (name: string, make: (world: World) => string[], more: Partial<LoadRow>): LoadRow => {
    const asks = (w: World) => make(w).map(path => ({ method: 'GET', path }) as const)
    return { name, asks, floor: readyMade(api, asks(world)), ...more }
  }
  const series = (root: string) => (w: World) => w.series.map(({ id }) => `${root}/series/${id}`)
  const pages = (root: string) => () => Array.from({ length: 4 }, (_, page) => `${root}/series?page=${page + 1}`)
  const note = "the peer's figure is of its OPDS 2.0 feed"
  const komga = (of: 'series' | 'books', more: Partial<LoadRow>): LoadRow => {
    const path = (page: number) => `/komga/api/v1/${of}/list?page=${page}&size=50`
    const asks = () =>
      Array.from({ length: 4 }, (_, page) => ({ method: 'POST', path: path(page), body: '{}' }) as const)
    const name = `Komga, 50 ${of}, ${more.forgets ? 'new' : 'repeated'}`
    return { name, asks, floor: readyMade(api, asks()), ...PEER, note, ...more }
  }
  return [
    row('OPDS 1.2, a series of 10 books, new', series('/opds/v1'), { forgets: true, ...PEER, note }),
    row('OPDS 2.0, a series of 10 books, new', series('/opds/v2'), { forgets: true, ...PEER }),
    row('OPDS 2.0, a series of 10 books, repeated', w => series('/opds/v2')(w).slice(0, 100), PEER),
    row('OPDS 1.2, 50 series, new', pages('/opds/v1'), { forgets: true, ...PEER, note }),
    row('OPDS 2.0, 50 series, new', pages('/opds/v2'), { forgets: true, ...PEER }),
    row('OPDS 2.0, 50 series, repeated', pages('/opds/v2'), PEER),
    ...(['series', 'books'] as const).flatMap(of => [komga(of, { forgets: true }), komga(of, {})]),
  ]
}
