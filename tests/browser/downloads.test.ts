// Downloads of the next books of a series and of a reading list; a full device; removing what is finished.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { comic, ebook, writeLibrary } from '../kit/books'
import { axeFindings } from '../kit/browser'
import { until } from '../kit/client'
import { wordsOnScreen } from './chapter-on-screen'
import { cachesOf, download, onDevice, WITH_WORKER, workerReady } from './device'
import { openReadingRoom, type ReadingRoom } from './reading-room'
import { writeSeries } from './shelves'

setDefaultTimeout(120_000)

/** An ebook with this text in each chapter. */
const tale = (text: string, chapters: number) =>
  ebook({
    title: 'Tale',
    chapters: Array.from({ length: chapters }, (_, at) => ({ title: `Part ${at + 1}`, paragraphs: [text] })),
  })

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      await writeSeries(folder, 'Ferry', { pages: 3, volumes: 5 })
      writeLibrary(folder, { 'Tale/Tale.epub': tale('Ada rowed out.', 2) })
      for (const name of ['Coal', 'Salt', 'Star'])
        writeLibrary(folder, { [`${name}/${name} 01.cbz`]: await comic({ pages: 2 }) })
    },
  })
})
afterAll(() => room?.close())

const read = async (file: string) => room.admin.post(`/api/v1/books/${(await room.bookFile(file)).id}/read`)

/** Opens the menu and downloads as many as `choice` says. */
async function downloadSome(page: Page, menu: string | RegExp, choice: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: 'Make available offline' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('How many unread books?').selectOption({ label: choice })
  expect(await axeFindings(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: 'Download' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Titles of the finished downloads in the order of the page, once there are as many. */
async function downloaded(page: Page, count: number): Promise<string[]> {
  await page.goto('/offline')
  await until(
    () => onDevice(page).count(),
    found => found === count,
    60,
  )
  return page.getByRole('list', { name: 'Available offline' }).getByRole('listitem').getByRole('link').allInnerTexts()
}

const opened = async (name: string, use: (page: Page, forget: () => void) => Promise<void>) => {
  const screen = await room.open(WITH_WORKER)
  await room
    .watch(name, screen, async ({ page, forget }) => {
      await page.goto('/')
      await workerReady(page)
      await use(page, forget)
    })
    .finally(screen.close)
}

test('the next unread books of a series are downloaded, and finished ones removed', () =>
  opened('downloads-series', async page => {
    await read('Ferry 02.cbz')
    const { seriesId } = await room.bookFile('Ferry 01.cbz')
    await page.goto(`/series/${seriesId}`)
    await downloadSome(page, 'More actions', 'Next 3 books')
    const titles = await downloaded(page, 3)
    expect(titles.map(title => title.at(-1))).toEqual(['1', '3', '4'])
    // Another time, it is the ones after them.
    await page.goto(`/series/${seriesId}`)
    await downloadSome(page, 'More actions', 'All unread')
    expect((await downloaded(page, 4)).map(title => title.at(-1))).toEqual(['1', '3', '4', '5'])

    await read('Ferry 01.cbz')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove finished books' }).click()
    await page.getByText('1 book removed from this device').waitFor()
    expect((await downloaded(page, 3)).map(title => title.at(-1))).toEqual(['3', '4', '5'])
    expect((await cachesOf(page)).filter(name => name.includes('-book-')).length).toBe(3)
  }))

test('the next books of a reading list are downloaded in its order', () =>
  opened('downloads-list', async page => {
    const files = ['Star 01.cbz', 'Coal 01.cbz', 'Salt 01.cbz']
    const books = await Promise.all(files.map(room.bookFile))
    const list = await room.admin.post<{ id: string }>('/api/v1/readlists', { name: 'Evenings', ordered: true })
    await room.admin.post(`/api/v1/readlists/${list.id}/books`, { bookIds: books.map(({ id }) => id) })
    await read('Star 01.cbz')
    await page.goto(`/lists/readlists/${list.id}`)
    await downloadSome(page, 'More actions for Evenings', 'Next book')
    expect(await downloaded(page, 1)).toEqual([books[1]?.title ?? ''])
    await page.goto(`/lists/readlists/${list.id}`)
    await downloadSome(page, 'More actions for Evenings', 'All unread')
    expect(await downloaded(page, 2)).toEqual([books[1]?.title ?? '', books[2]?.title ?? ''])
  }))

test('a downloaded book whose file was replaced is downloaded again from its menu', () =>
  opened('downloads-replaced', async page => {
    const before = await room.bookFile('Coal 01.cbz')
    await download(page, before)
    await downloaded(page, 1)
    writeLibrary(room.folder, { 'Coal/Coal 01.cbz': await comic({ pages: 4 }) })
    const [library] = (await room.admin.get<{ data: { id: string }[] }>('/api/v1/libraries')).data
    await room.admin.post(`/api/v1/libraries/${library?.id}/scan`)
    const now = await until(
      () => room.bookFile('Coal 01.cbz'),
      book => book.pageCount === 4,
      60,
    )
    await download(page, now)
    const key = `/api/v1/books/${now.id}/pages/4`
    await until(
      () => page.evaluate(async path => (await caches.match(path, { ignoreSearch: true })) !== undefined, key),
      isThere => isThere,
      60,
    )
    expect(await downloaded(page, 1)).toEqual([now.title])
    await page.goto(`/books/${now.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove from this device' }).waitFor()
  }))

test('a downloaded ebook whose file was replaced is read offline as it was downloaded', () =>
  opened('downloads-replaced-ebook', async (page, forget) => {
    const before = await room.bookFile('Tale.epub')
    await download(page, before)
    await downloaded(page, 1)
    writeLibrary(room.folder, { 'Tale/Tale.epub': tale('Ada stayed at home.', 3) })
    const [library] = (await room.admin.get<{ data: { id: string }[] }>('/api/v1/libraries')).data
    await room.admin.post(`/api/v1/libraries/${library?.id}/scan`)
    const { id } = await until(
      () => room.bookFile('Tale.epub'),
      book => book.fileHash !== before.fileHash,
      60,
    )
    const words = async () => {
      await page.goto(`/books/${id}/read`)
      await page.locator('iframe[data-shown="true"]').waitFor()
      return until(
        () => wordsOnScreen(page),
        found => found.includes('Ada'),
      )
    }
    expect(await words()).toContain('Ada stayed at home.')
    await page.context().setOffline(true)
    expect(await words()).toContain('Ada rowed out.')
    // Without a network, requests fail.
    forget()
  }))

test('a full device says so, and a download can be tried again once there is space', () =>
  opened('downloads-full', async page => {
    const book = await room.bookFile('Ferry 03.cbz')
    // What the browser says of the device's space; a session of its own cannot be given less.
    await page.addInitScript(() => {
      const quota = Number(sessionStorage.getItem('quota'))
      if (quota > 0) navigator.storage.estimate = async () => ({ usage: 0, quota })
    })
    await page.evaluate(() => sessionStorage.setItem('quota', String(40 * 1024 * 1024)))
    await download(page, book)
    await page.goto('/offline')
    await page.getByText('Couldn’t be downloaded: not enough free space on this device').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.evaluate(() => sessionStorage.removeItem('quota'))
    await page.reload()
    await page.getByRole('button', { name: /^Try to download .* again$/ }).click()
    await page.getByText(/^\d.*B on this device$/).waitFor()
    await page.getByRole('button', { name: /^Remove .* from this device$/ }).click()
    await page.getByText('Nothing downloaded yet').waitFor()
    await until(
      async () => (await cachesOf(page)).filter(name => name.includes('-book-')),
      names => names.length === 0,
    )
  }))

test('a book that another tab removed while it was downloaded does not come back', () =>
  opened('downloads-two-tabs', async page => {
    const book = await room.bookFile('Ferry 05.cbz')
    // The last page arrives when it is called for, and the tab hears nothing of the other, as one in the background may.
    await page.addInitScript(() => {
      BroadcastChannel.prototype.addEventListener = () => undefined
      Object.defineProperty(BroadcastChannel.prototype, 'onmessage', { set: () => undefined })
      const { promise, resolve } = Promise.withResolvers<void>()
      Object.assign(globalThis, { arrive: resolve })
      const send = globalThis.fetch
      globalThis.fetch = Object.assign(
        async (...request: Parameters<typeof fetch>) => {
          if (String(request[0] instanceof Request ? request[0].url : request[0]).includes('/pages/3')) await promise
          return send(...request)
        },
        { preconnect: send.preconnect },
      )
    })
    await download(page, book)
    const parts = () => cachesOf(page).then(names => names.filter(name => name.includes(book.id)))
    await until(parts, names => names.length === 1)
    const tab = await page.context().newPage()
    await tab.goto('/offline')
    await tab.getByRole('button', { name: /^Cancel .*download/ }).click()
    await tab.getByText('Nothing downloaded yet').waitFor()
    await page.evaluate(() => (globalThis as unknown as { arrive: () => void }).arrive())
    // The download has ended when another one can start.
    await download(tab, await room.bookFile('Ferry 04.cbz'))
    expect(await downloaded(tab, 1)).not.toContain(book.title)
    await until(parts, names => names.length === 0)
  }))
