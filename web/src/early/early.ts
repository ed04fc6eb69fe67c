import { basePath } from '../api/base-path'
import { PREFERENCES } from '../api/preference-keys'
import { wasSignedIn } from '../api/signed-in-hint'
import type { BookDto, HomeDto, HomeRowKind, LibraryDto, SeriesDto } from '../api/types'
import { owedSignOut } from '../device/owed-sign-out'
import '../messages/app'
import { loadMessages } from '../messages/language'
import { COVER_SIZES } from '../ui/cover-sizes.rules'
import { layoutFor } from '../ui/grid-layout.rules'
import { askEarly } from './early-answers'
import { fetchCovers } from './early-covers'
import { EARLY_ROWS, ROWS_IN_SIGHT } from './early-rows'

/** Pages for people who are not signed in. */
const OUTSIDE = /^\/(?:sign-in|signed-in|register|forgot-password|reset-password|verify-email|setup)(?:\/|$)/
/** The app's navigation is below the page, not next to it. */
const isNarrow = matchMedia('(max-width: 47.99em)').matches
const GUTTER = 16

/** The requests of the rows of the home page. */
const ROWS: Partial<Record<HomeRowKind, string>> = {
  'continue-reading': '/api/v1/books/in-progress?pageSize=24',
  'on-deck': '/api/v1/books/on-deck?pageSize=24',
  'want-to-read': '/api/v1/want-to-read?sort=custom&full=true',
  'because-you-read': '/api/v1/user/recommendations',
  'recently-added-books': '/api/v1/books/recently-added?pageSize=100',
  'recently-added-series': '/api/v1/series/recently-added?limit=24',
  'recently-updated-series': '/api/v1/series/recently-updated?limit=24',
  'recently-read': '/api/v1/books/recently-read?limit=24',
}
const NEW_SERIES = /^recently-\w+-series$/

const path = location.pathname.slice(basePath.length)
// A traced request has an id, which only the app can give it. A browser that owes a sign-out has to send that first.
const isTraced = document.querySelector<HTMLMetaElement>('meta[name="browser-tracing"]')?.content === 'on'
loadMessages().catch(() => undefined)
if (!isTraced && !OUTSIDE.test(path) && owedSignOut() === null) void start().catch(() => undefined)
formatNumber()

/** Chromium needs 35 ms for the first number of a page: here the network is awaited, later it would delay a render. */
function formatNumber(): void {
  void (0).toLocaleString()
}

async function start(): Promise<void> {
  // Its answer says from where to follow changes, so nothing else may be read before; without a session, all is refused.
  const session = read(askEarly('/api/v1/auth/me', wasSignedIn() ? null : isSetUp()))
  const libraries = askEarly('/api/v1/libraries?pageSize=500', session)
  void askEarly(`/api/v1/user/preferences?keys=${encodeURIComponent(PREFERENCES.join())}`, session)
  const series = /^\/series\/([0-9a-f-]{36})$/.exec(path)?.[1]
  if (path === '/' || path === '') await askHome(session, libraries)
  else if (path === '/library' && location.search === '') await askLibrary(session)
  else if (series !== undefined) await askSeries(series, session)
}

/** Fails if it is not. */
async function isSetUp(): Promise<void> {
  const { setupRequired } = await read<{ setupRequired: boolean }>(askEarly('/api/v1/setup/status', null))
  if (setupRequired) throw new Error('Not set up')
}

async function askHome(session: Promise<unknown>, libraries: Promise<Response>): Promise<void> {
  // Read before the app takes the answer: afterwards it cannot be copied.
  const noNovels = withoutNovels(libraries)
  noNovels.catch(() => undefined)
  let shown: HomeDto['rows'] = []
  let answers: (Promise<Response> | undefined)[] = []
  const home = askEarly('/api/v1/user/home', session, undefined, async copy => {
    shown = ((await copy.json()) as HomeDto).rows.filter(row => row.shown).slice(0, EARLY_ROWS)
    answers = shown.map(({ kind }) => {
      const address = ROWS[kind]
      return address ? askEarly(address, NEW_SERIES.test(kind) ? noNovels : null) : undefined
    })
  })
  void askEarly('/api/v1/filter-presets?scope=list', session)
  await home
  // What is visible without scrolling.
  let free = ROWS_IN_SIGHT
  for (const [at, answer] of answers.entries()) {
    const { data = [] } = answer ? await read<{ data?: BookDto[] }>(answer).catch(() => ({ data: [] })) : {}
    if (data.length === 0) continue
    if (shown[at]?.kind === 'continue-reading') fetchCovers(data.slice(0, 2), COVER_SIZES.continued)
    else fetchCovers(data.slice(0, 3), COVER_SIZES.card)
    if (--free === 0) return
  }
}

/** Fails with a library of novels: the app then makes other requests for new series (`home/standalone.rules.ts`). */
async function withoutNovels(libraries: Promise<Response>): Promise<void> {
  const { data } = await read<{ data: Pick<LibraryDto, 'seriesStrategy'>[] }>(libraries)
  if (data.some(({ seriesStrategy }) => seriesStrategy === 'calibre')) throw new Error('Other rows')
}

async function askLibrary(session: Promise<unknown>): Promise<void> {
  const list = askEarly('/api/v1/series/list?page=1&pageSize=100&sort=name%2Casc', session, {})
  const { data } = await read<{ data: SeriesDto[] }>(list)
  if (!isNarrow) return
  const { columns, width } = layoutFor(innerWidth - 2 * GUTTER, 'grid')
  fetchCovers(data.slice(0, 2 * columns), `${width}px`)
}

async function askSeries(id: string, session: Promise<unknown>): Promise<void> {
  const series = askEarly(`/api/v1/series/${id}`, session)
  void askEarly(`/api/v1/series/${id}/books`, session)
  void askEarly(`/api/v1/series/${id}/full`, session)
  fetchCovers([await read<SeriesDto>(series)], COVER_SIZES.detail)
}

/** A copy: the app reads the answer too. */
async function read<T>(answer: Promise<Response>): Promise<T> {
  const { ok, clone } = await answer.then(answer => ({ ok: answer.ok, clone: answer.clone() }))
  if (!ok) throw new Error('Refused')
  return (await clone.json()) as T
}
