// A week without a network: five books, thirty places, twelve highlights. Back again, everything is there, nothing twice.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { MarkDto } from '@octavo/contract/mark'
import type { DevicePlacesResponse } from '@octavo/contract/progress'
import type { Page } from 'playwright-core'
import { comic, ebook, writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { inChapter, selectWords } from './chapter-on-screen'
import { backOnline, download, onDevice, workerReady } from './device'
import { openReadingRoom, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'

setDefaultTimeout(240_000)

const DAY = 86_400_000
/** Days of the week with time to read, and how far each book gets on one of them. */
const EVENINGS = [1, 6]
const TURNS = 3
const CHAPTERS = EVENINGS.length * TURNS
const COLORS = ['Yellow', 'Green', 'Blue', 'Pink'] as const

const sentence = (chapter: number) => `Sentence ${chapter} of the journey`

let room: ReadingRoom
beforeAll(async () => {
  const chapters = Array.from({ length: CHAPTERS + 1 }, (_, at) => ({
    title: `Chapter ${at}`,
    paragraphs: [`${sentence(at)}.`, 'The sea was quiet.'],
  }))
  room = await openReadingRoom({
    fill: async folder =>
      writeLibrary(folder, {
        'Comics/Comics 1.cbz': await comic({ pages: 12 }),
        'Comics/Comics 2.cbz': await comic({ pages: 12 }),
        'Comics/Comics 3.cbz': await comic({ pages: 12 }),
        'Novels/Novels 1.epub': ebook({ title: 'Novels 1', chapters }),
        'Novels/Novels 2.epub': ebook({ title: 'Novels 2', chapters }),
      }),
  })
})
afterAll(() => room?.close())

/** The clock of every page of this browser, from the next page on: milliseconds away from the real one. */
async function setClock(page: Page, away: number): Promise<void> {
  await page.addInitScript(by => {
    const { __octavoDate: real = Date } = window as unknown as { __octavoDate?: DateConstructor }
    class Moved extends real {
      constructor(...given: unknown[]) {
        if (given.length === 0) super(real.now() + by)
        else super(...(given as [number]))
      }
      static override now() {
        return real.now() + by
      }
    }
    Object.assign(window, { __octavoDate: real, Date: Moved })
  }, away)
}

/** Reads some pages on from where the book opens: where it was left. */
async function readComic(page: Page, book: BookDto, evening: number): Promise<void> {
  await page.goto(`/books/${book.id}/read`)
  const left = evening * TURNS + 1
  await pageOnScreen(page, left).waitFor()
  for (let turn = 1; turn <= TURNS; turn++) {
    await page.keyboard.press('ArrowRight')
    await pageOnScreen(page, left + turn).waitFor()
  }
}

/** Marks that the device stores until the server is back. */
const storedMarks = (page: Page) =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const name = (await indexedDB.databases()).find(each => each.name?.startsWith('octavo'))?.name
    const database = await settled(indexedDB.open(name ?? ''))
    const keys = await settled(database.transaction('unsent').objectStore('unsent').getAllKeys())
    database.close()
    return keys.filter(key => (key as string[])[1] === 'mark').length
  })

/** Reads some chapters on, and highlights the first sentence of each. */
async function readEbook(page: Page, book: BookDto, evening: number): Promise<void> {
  await page.goto(`/books/${book.id}/read`)
  const shows = (chapter: number) =>
    until(
      async () => (await inChapter(page, words => document.body.innerText.includes(words), sentence(chapter))) === true,
      Boolean,
    )
  const left = evening * TURNS
  await shows(left)
  for (let turn = 1; turn <= TURNS; turn++) {
    await page.keyboard.press(']')
    await shows(left + turn)
    expect(await inChapter(page, selectWords, sentence(left + turn))).toBe(true)
    const before = await storedMarks(page)
    const bar = page.getByRole('toolbar', { name: 'Selected text' })
    await bar.getByRole('button', { name: `Highlight in ${COLORS[turn]}` }).click()
    await bar.waitFor({ state: 'detached' })
    await until(
      () => storedMarks(page),
      count => count === before + 1,
    )
  }
}

const places = () => room.admin.get<{ progress: { bookId: string; currentPage: number }[] }>('/api/v1/progress')
const marks = () => room.admin.get<{ total: number; data: MarkDto[] }>('/api/v1/user/marks?pageSize=100')

test('a week of reading offline arrives once, with its own days', async () => {
  const books = await room.books()
  const comics = books.filter(({ fileFormat }) => fileFormat === 'cbz')
  const novels = books.filter(({ fileFormat }) => fileFormat === 'epub')
  expect([comics.length, novels.length]).toEqual([3, 2])
  const screen = await room.open({ ...PHONE, serviceWorker: true })
  const { page, forget } = screen
  const began = Date.now()
  const dayOf = (evening: number) => began - (7 - (EVENINGS[evening] ?? 0)) * DAY
  await room
    .watch('week-offline', screen, async () => {
      await page.goto('/')
      await workerReady(page)
      for (const book of books) await download(page, book)
      await page.goto('/offline')
      await until(
        () => onDevice(page).count(),
        count => count === books.length,
        60,
      )
      // Not only `setOffline`: what a page sends while it closes would pass.
      process.kill(room.octavo.pid(), 'SIGKILL')
      await page.context().setOffline(true)
      for (const evening of EVENINGS.keys()) {
        await setClock(page, dayOf(evening) - began)
        for (const book of comics) await readComic(page, book, evening)
        for (const book of novels) await readEbook(page, book, evening)
      }
      await setClock(page, 0)
      await page.goto('/offline')
      await page.getByText(/ to send when the server can be reached/).waitFor()

      await room.octavo.restart()
      await backOnline(page)
      const { data } = await until(marks, ({ total }) => total === CHAPTERS * novels.length, 60)
      const { progress } = await until(places, now => now.progress.length === books.length, 60)
      for (const { id } of comics) {
        expect(progress.find(({ bookId }) => bookId === id)?.currentPage).toBe(CHAPTERS + 1)
        const { devices } = await room.admin.get<DevicePlacesResponse>(`/api/v1/books/${id}/progress/devices`)
        expect(devices.length).toBe(1)
        expect(Math.abs(Date.parse(devices[0]?.readAt ?? '') - dayOf(1))).toBeLessThan(DAY / 2)
      }
      for (const { id } of novels) {
        const own = data.filter(({ bookId }) => bookId === id)
        const quotes = Array.from({ length: CHAPTERS }, (_, at) => sentence(at + 1))
        expect(own.map(({ quote }) => quote).sort()).toEqual(quotes)
        for (const { quote, createdAt } of own) {
          const evening = quotes.indexOf(quote ?? '') < TURNS ? 0 : 1
          expect(Math.abs(Date.parse(createdAt) - dayOf(evening))).toBeLessThan(DAY / 2)
        }
        const { locator } = await room.admin.get<{ locator: { href: string } }>(`/api/v1/books/${id}/progression`)
        expect(locator.href).toEndWith(`c${CHAPTERS + 1}.xhtml`)
      }
      // Nothing waits, and opening the app again sends nothing again.
      await page.getByText(/ to send when the server can be reached/).waitFor({ state: 'detached' })
      const before = [await places(), await marks()]
      await page.goto('/')
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      await page.goto('/offline')
      await onDevice(page).first().waitFor()
      expect([await places(), await marks()]).toEqual(before)
      forget()
    })
    .finally(screen.close)
})
