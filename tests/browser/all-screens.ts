// The screens that screens.test.ts judges and screen-pictures.ts photographs, and the server that they are on.
import type { ListDuplicatesResponse } from '@octavo/contract/duplicate'
import type { ReadListDto, ReadListListResponse } from '@octavo/contract/read-list'
import type { TaskResponse } from '@octavo/contract/task'
import type { Page } from 'playwright-core'
import type { Screen } from '../kit/browser'
import { until } from '../kit/client'
import { makeLibrary } from '../kit/large-library'
import { openReadingRoom, pageOnScreen, type ReadingRoom } from './reading-room'
import { copyFixtures, fillWithFixtures } from './shelves'

export interface ScreenOf {
  readonly name: string
  readonly path: (room: ReadingRoom) => Promise<string> | string
  /** Visible once the screen is complete. */
  readonly ready: (page: Page) => Promise<unknown>
  /** The part that can be reached, when it is not the whole page. */
  readonly within?: string
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
const bookPath = async (room: ReadingRoom, title: string, reader = '') =>
  `/books/${(await room.book(title)).id}${reader}`
const firstPage = (page: Page) => pageOnScreen(page, 1).waitFor()

export const STRANGER: readonly ScreenOf[] = [{ name: 'sign-in', path: () => '/sign-in', ready: heading('Sign in') }]
export const FRESH: readonly ScreenOf[] = [
  { name: 'set-up', path: () => '/setup', ready: heading('Welcome to Octavo') },
]
export const SIGNED_IN: readonly ScreenOf[] = [
  { name: 'home', path: () => '/', ready: page => page.getByRole('region', { name: 'Continue reading' }).waitFor() },
  { name: 'library-grid', path: () => '/library', ready: firstLink('Everything') },
  { name: 'library-list', path: () => '/library?show=books&view=list', ready: firstLink('Everything') },
  {
    name: 'library-table',
    path: () => '/library?show=books&view=table',
    ready: page => page.getByRole('rowheader').getByRole('link').first().waitFor(),
  },
  {
    name: 'library-filter',
    path: () => '/library?filter=-genre:Nothing,title.contains:a',
    ready: async page => {
      await page.getByRole('button', { name: /^Filter/ }).click()
      await page.getByRole('list', { name: 'Progress' }).waitFor()
      await page.getByRole('list', { name: 'Active filters' }).waitFor()
    },
  },
  {
    name: 'library-order',
    path: () => '/library?sort=name,asc;date_added,desc',
    ready: async page => {
      await page.getByRole('button', { name: /^Sort/ }).click()
      await page.getByRole('button', { name: 'Shuffle' }).waitFor()
    },
  },
  { name: 'library-one', path: async room => `/libraries/${(await room.book('Alice')).libraryId}`, ready: firstLink() },
  { name: 'library-nothing', path: () => '/library?q=zzzz', ready: page => page.getByText('No results').waitFor() },
  { name: 'search', path: () => '/search?q=s', ready: page => page.getByRole('region', { name: 'Series' }).waitFor() },
  {
    name: 'search-palette',
    path: () => '/library',
    ready: async page => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill('s')
      await page.getByRole('group', { name: 'Series' }).waitFor()
    },
    within: '[role=dialog]',
  },
  { name: 'series', path: room => seriesPath(room), ready: firstLink('Books') },
  {
    name: 'book',
    path: room => bookPath(room, 'Science Comics'),
    ready: async page => {
      await heading(/Science Comics/)(page)
      await page.getByText('Reading direction', { exact: true }).waitFor()
    },
  },
  { name: 'book-epub', path: room => bookPath(room, 'Alice'), ready: heading(/Alice/) },
  { name: 'book-broken', path: room => bookPath(room, 'Captain Science 002'), ready: heading(/Captain Science 002/) },
  { name: 'libraries', path: () => '/settings/libraries', ready: heading('Libraries') },
  {
    name: 'libraries-add',
    path: () => '/settings/libraries#add',
    ready: page => page.getByRole('dialog').getByRole('list', { name: 'Folders' }).waitFor(),
  },
  {
    name: 'tasks',
    path: () => '/settings/tasks',
    ready: page => page.getByRole('region', { name: 'Recent' }).getByRole('link').first().waitFor(),
  },
  { name: 'tasks-done', path: () => '/settings/tasks?state=completed', ready: firstLink('Tasks') },
  {
    name: 'tasks-one',
    path: async room => `/settings/tasks?task=${await lastTask(room)}`,
    ready: page => page.getByRole('dialog').getByRole('heading', { name: 'Log' }).waitFor(),
    within: '[role=dialog]',
  },
  {
    name: 'schedules',
    path: () => '/settings/schedules',
    ready: page => page.getByRole('list', { name: 'Schedules' }).getByRole('heading').first().waitFor(),
  },
  {
    name: 'book-errors',
    path: () => '/settings/errors',
    ready: page => page.getByRole('heading', { name: /File can’t be opened/ }).waitFor(),
  },
  { name: 'duplicates', path: () => '/settings/duplicates', ready: firstLink() },
  {
    name: 'metrics',
    path: () => '/settings/metrics',
    ready: page =>
      page
        .getByRole('img', { name: /^Chart of tasks/ })
        .locator('svg')
        .first()
        .waitFor(),
  },
  {
    name: 'metrics-table',
    path: () => '/settings/metrics',
    ready: async page => {
      await page.getByText('Show as table', { exact: true }).click()
      await page.getByRole('region', { name: 'Over time' }).getByRole('table').waitFor()
    },
  },
  {
    name: 'system',
    path: () => '/settings/system',
    ready: page => page.getByRole('heading', { name: 'Processes' }).waitFor(),
  },
  {
    name: 'storage',
    path: () => '/settings/storage',
    ready: page => page.getByRole('heading', { name: 'Open PDFs' }).waitFor(),
  },
  { name: 'profile', path: () => '/profile', ready: page => page.getByText('No keys yet.').waitFor() },
  { name: 'reader-comic', path: room => bookPath(room, 'Science Comics', '/read'), ready: firstPage },
  {
    name: 'reader-comic-settings',
    path: room => bookPath(room, 'Science Comics', '/read'),
    ready: async page => {
      await firstPage(page)
      await page.keyboard.press('o')
      await page.getByRole('dialog', { name: 'Reading settings' }).waitFor()
    },
    within: 'dialog',
  },
  {
    name: 'reader-epub',
    path: room => bookPath(room, 'Alice', '/read'),
    ready: page => page.locator('iframe[data-shown="true"]').waitFor(),
  },
  {
    name: 'reader-epub-settings',
    path: room => bookPath(room, 'Alice', '/read'),
    ready: async page => {
      await page.locator('iframe[data-shown="true"]').waitFor()
      await page.keyboard.press('o')
      await page.getByRole('dialog', { name: 'Reading settings' }).waitFor()
    },
    within: 'dialog',
  },
  { name: 'reader-pdf', path: room => bookPath(room, 'tracemonkey', '/read'), ready: firstPage },
  {
    name: 'not-found',
    path: () => '/nowhere/at-all',
    ready: async page => {
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      await page.getByRole('navigation').first().waitFor()
    },
  },
]

/** Those with tests of their own. */
const OTHER_PATHS: readonly (readonly [name: string, path: string | ((room: ReadingRoom) => Promise<string>)])[] = [
  ['lists', '/lists'],
  ['reading-lists', '/lists/readlists'],
  ['reading-list', async room => `/lists/readlists/${(await readLists(room)).at(0)?.id}`],
  ['want-to-read', '/want-to-read'],
  ['marks', '/marks'],
  ['history', '/history'],
  ['statistics', '/statistics'],
  ['ratings', '/ratings'],
  ['offline', '/offline'],
  ['browse', '/browse'],
  ['browse-genres', '/browse/genres'],
  ['settings', '/settings'],
  ['users', '/settings/users'],
  ['audit', '/settings/audit'],
  ['access', '/settings/access'],
  ['providers', '/settings/providers'],
  ['server', '/settings/server'],
  ['reader-comic-pages', async room => `/books/${(await room.book('Science Comics')).id}/read?page=3`],
]

export const OTHERS: readonly ScreenOf[] = [
  ...OTHER_PATHS.map(
    ([name, path]): ScreenOf => ({
      name,
      path: room => (typeof path === 'string' ? path : path(room)),
      ready: page => page.locator('main h1, [data-reader]').first().waitFor(),
    }),
  ),
  editor('edit-book', room => bookPath(room, 'Alice')),
  editor('edit-series', async room => `/series/${(await room.book('Alice')).seriesId}`),
]

/** The editor with both of its panels open. */
function editor(name: string, path: ScreenOf['path']): ScreenOf {
  return {
    name,
    path,
    ready: async page => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('e')
      const panels = page.getByRole('dialog').locator('summary')
      await panels.last().waitFor()
      // From below: what is loaded into a panel moves the next one.
      for (const panel of (await panels.all()).reverse()) await panel.click()
      await page.getByRole('button', { name: 'Revert', exact: true }).first().waitFor()
    },
    within: '[role=dialog]',
  }
}

function firstLink(list?: string) {
  const name = list === undefined ? {} : { name: list }
  return (page: Page) => page.getByRole('main').getByRole('list', name).getByRole('link').first().waitFor()
}

async function lastTask(room: ReadingRoom): Promise<string | undefined> {
  const [task] = await room.admin.get<TaskResponse[]>('/api/v1/tasks?limit=1')
  return task?.id
}

const readLists = async (room: ReadingRoom) => (await room.admin.get<ReadListListResponse>('/api/v1/readlists')).items

async function seriesPath(room: ReadingRoom): Promise<string> {
  const made = (await room.books()).find(book => book.path.includes('/Comics/') && book.number === 1)
  return `/series/${made?.seriesId}`
}

/** A server with books, schedules, duplicates and reading progress. */
export async function openFilledRoom(): Promise<ReadingRoom> {
  const room = await openReadingRoom({
    fill: folder => {
      makeLibrary(folder, { series: 10, booksPerSeries: 4, pagesPerBook: 8, formats: ['cbz', 'epub', 'pdf'], seed: 7 })
      fillWithFixtures(folder)
      copyFixtures(folder, { 'Lewis Carroll again/Alice.epub': 'epub/stump-alice.epub' })
    },
  })
  await room.admin.post('/api/v1/schedules', { cronSchedule: '0 3 * * *', config: { type: 'scan' } })
  await room.admin.post('/api/v1/schedules', {
    cronSchedule: '30 4 1 * *',
    config: { type: 'integrity', mode: 'full' },
  })
  await room.admin.post('/api/v1/schedules', {
    cronSchedule: '0 5 * * 0',
    config: { type: 'duplicates' },
    enabled: false,
  })
  await room.admin.post('/api/v1/duplicates/scan')
  await until(
    () => room.admin.get<ListDuplicatesResponse>('/api/v1/duplicates'),
    found => found.totalGroups > 0,
  )
  await addOwn(room)
  const begun = (await room.books()).filter(book => book.pageCount > 3).slice(0, 4)
  for (const [index, { id }] of begun.entries()) {
    await room.admin.put(`/api/v1/books/${id}/progress`, { currentPage: index + 2 })
  }
  return room
}

/** An edited book and series, a reading list, and something to read later. */
async function addOwn({ admin, book, books }: ReadingRoom): Promise<void> {
  const { id: bookId, seriesId } = await book('Alice')
  for (const place of [`books/${bookId}`, `series/${seriesId}`]) {
    await admin.patch(`/api/v1/${place}/metadata`, { summary: 'Down the rabbit hole.', genres: ['Fantasy', 'Classic'] })
  }
  const list = await admin.post<ReadListDto>('/api/v1/readlists', { name: 'On the train' })
  const bookIds = (await books()).slice(0, 3).map(({ id }) => id)
  await admin.post(`/api/v1/readlists/${list.id}/books`, { bookIds })
  await admin.post('/api/v1/want-to-read/bulk', { seriesIds: [seriesId], bookIds })
}

/** Opens a screen and waits until it is complete. */
export async function load(at: ReadingRoom, { path, ready }: ScreenOf, { page }: Screen): Promise<void> {
  const address = new URL(await path(at), at.octavo.url)
  const before = page.url().split('#', 1)[0]
  await page.goto(address.href)
  // A changed hash alone loads nothing.
  if (before === address.href.split('#', 1)[0]) await page.reload()
  await ready(page)
}
