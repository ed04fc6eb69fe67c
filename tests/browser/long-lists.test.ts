// The library view with thousands of items: rendered items, positions, and requests.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import type { SeriesDto } from '@octavo/contract/series'
import type { Page } from 'playwright-core'
import { axeFindings, type ScreenOptions } from '../kit/browser'
import { until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { BOOKS_EACH, fillDatabase, genreOf, SERIES, seriesName, seriesWhere } from './filled-library'
import { DESKTOP, openReadingRoom, overflow, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(90_000)

const BOOKS = SERIES * BOOKS_EACH
const LIGHT_PHONE: ScreenOptions = { ...PHONE, scheme: 'light' }

const data = temporaryFolder('filled')
const folder = temporaryFolder('filled-books')
let room: ReadingRoom

beforeAll(async () => {
  await fillDatabase(data.path, folder.path)
  room = await openReadingRoom({ lively: true, env: { OCTAVO_DATA_DIR: data.path } })
  await room.octavo.signInAsAdmin()
})
afterAll(async () => {
  await room?.close()
  data.remove()
  folder.remove()
})

const items = (page: Page) => page.locator('[data-index]')
const count = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()
const filterOf = (page: Page) => new URL(page.url()).searchParams.get('filter')

const byBook = (a: { bookId: string }, b: { bookId: string }) => a.bookId.localeCompare(b.bookId)

/** Titles of the items with a visible top, in order. */
const titlesSeen = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-index]')]
      .filter(item => item.getBoundingClientRect().top >= 0 && item.getBoundingClientRect().top < innerHeight)
      .sort((a, b) => Number(a.getAttribute('data-index')) - Number(b.getAttribute('data-index')))
      .map(item => item.querySelector('a')?.textContent ?? ''),
  )

/** The list is rendered completely with the requested items: until then it is dimmed. */
const complete = (page: Page) =>
  page.waitForFunction(() => {
    const drawn = [...document.querySelectorAll('[data-index]')]
    const list = drawn[0]?.closest('[data-waiting]')
    const isCurrent = list?.getAttribute('data-waiting') === 'false' && getComputedStyle(list).opacity === '1'
    const isSeen = (item: Element) =>
      item.getBoundingClientRect().bottom > 0 && item.getBoundingClientRect().top < innerHeight
    return isCurrent && drawn.some(isSeen) && drawn.every(item => item.querySelector('a') !== null)
  })

for (const view of ['grid', 'list', 'table'] as const) {
  test(`of ${BOOKS} books only those on the screen exist, and the end is a jump away: ${view}`, () =>
    room.visit(`long-${view}`, DESKTOP, async ({ page }) => {
      await page.goto(`/library?show=books${view === 'grid' ? '' : `&view=${view}`}`)
      await count(page, '3,000 books')
      await complete(page)
      expect(await items(page).count()).toBeLessThan(100)
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await page.locator(`[data-index="${BOOKS - 1}"] a`).waitFor()
      await complete(page)
      expect(await items(page).count()).toBeLessThan(100)
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2500)
      const { data: last } = await (await room.octavo.signInAsAdmin()).get<{ data: BookDto[] }>(
        `/api/v1/books?sort=series,asc&pageSize=1&page=${BOOKS}`,
      )
      expect(await page.locator(`[data-index="${BOOKS - 1}"] a`).textContent()).toContain(`Vol. ${last[0]?.volume}`)
    }))
}

test('going back, and loading again, lead to the same place', () =>
  room.visit('long-back', DESKTOP, async ({ page }) => {
    await page.goto('/library?sort=date_added,desc')
    await complete(page)
    await page.evaluate(() => scrollTo(0, 20_000))
    await page.locator('[data-index="360"] a').waitFor()
    await complete(page)
    const [, , , fourth] = await titlesSeen(page)
    const card = page.locator('[data-index]', { hasText: fourth as string }).getByRole('link')
    // Covered elements are scrolled into view before they are clicked.
    await card.hover()
    const [place, seen] = [await page.evaluate(() => scrollY), await titlesSeen(page)]
    await card.click()
    await page.getByRole('heading', { level: 1, name: /\d{3}/ }).waitFor()
    // Ratings and links that come later move the books down.
    await settled(page)
    await page.locator('[data-index] a').first().click()
    await page.waitForURL(/\/books\//)
    await page.goBack()
    await page.goBack()
    await page.waitForFunction(before => scrollY === before, place)
    await complete(page)
    expect(await titlesSeen(page)).toEqual(seen)
    await page.reload()
    await page.waitForFunction(before => scrollY === before, place)
    await complete(page)
    expect(await titlesSeen(page)).toEqual(seen)
  }))

test('a series page that is loaded again, or returned to, is at the same place', () =>
  room.visit('long-series', PHONE, async ({ page }) => {
    const [series] = (await (await room.octavo.signInAsAdmin()).get<{ data: SeriesDto[] }>('/api/v1/series')).data
    await page.goto(`/series/${series?.id}`)
    await page.locator(`[data-index="${BOOKS_EACH - 1}"] a`).waitFor()
    await settled(page)
    await page.evaluate(() => scrollTo(0, 400))
    await page.waitForFunction(() => scrollY === 400)
    await settled(page)
    await page.reload()
    await page.waitForFunction(() => scrollY === 400)
    await page.locator('[data-index="2"] a').click()
    await page.waitForURL(/\/books\//)
    await page.goBack()
    await page.waitForURL(/\/series\//)
    await page.waitForFunction(() => scrollY === 400)
  }))

test('on a phone the first covers are in the upper third, below all that changes the list', () =>
  room.visit('long-top', PHONE, async ({ page }) => {
    await page.goto('/library')
    await count(page, '600 series')
    const head = page.getByRole('main').getByRole('search')
    for (const name of ['Filter', 'Sort: Title']) await head.getByRole('button', { name, exact: true }).waitFor()
    for (const name of ['Grid', 'List', 'Table', 'Books']) await head.getByRole('radio', { name }).waitFor()
    const first = await page.locator('[data-index="0"]').boundingBox()
    expect(first?.y).toBeLessThanOrEqual(240)
    expect(await overflow(page)).toBe(0)
  }))

test('letters lead to the first title under them, Chinese and digits too', () =>
  room.visit('long-letters', DESKTOP, async ({ page }) => {
    await page.goto('/library')
    await count(page, '600 series')
    const letters = page.getByRole('navigation', { name: 'Jump to a letter' })
    // They come by an answer of their own.
    await letters.getByRole('button').first().waitFor()
    expect(await letters.getByRole('button').allTextContents()).toEqual([
      ...['#', 'A', 'B', 'C', 'D', 'E', 'F', 'K', 'M', 'Z', 'は', '漢'],
    ])
    const beginnings = { K: 'Kraken', E: 'Élan', '#': '2001', M: 'Moon' }
    for (const [letter, beginning] of Object.entries(beginnings)) {
      await letters.getByRole('button', { name: new RegExp(`^${letter}, 50 titles`) }).click()
      await complete(page)
      await page.waitForFunction(
        words => [...document.querySelectorAll('[data-index] a')].some(link => link.textContent?.includes(words)),
        beginning,
      )
      // The row at the top begins with the last titles of the letter before, when these do not fill it.
      expect((await titlesSeen(page)).slice(0, 12).some(title => title.includes(beginning))).toBe(true)
      // The chosen letter is lit, not that of the last title before it.
      expect(await letters.locator('[aria-current]').allTextContents()).toEqual([letter])
    }
    // The last one as well, whose row cannot reach the top; after scrolling, that of the titles seen.
    await letters.getByRole('button').last().click()
    expect(await letters.locator('[aria-current]').allTextContents()).toEqual(['漢'])
    await page.mouse.move(600, 500)
    await page.mouse.wheel(0, -100_000)
    await letters.locator('[aria-current]').getByText('#').waitFor()
    await page.getByRole('button', { name: /^Sort/ }).click()
    await page.getByRole('button', { name: 'Shuffle' }).click()
    await letters.waitFor({ state: 'detached' })
    expect(page.url()).toMatch(/sort=random:\d+,asc$/)
    const first = await titlesSeen(page)
    await page.getByRole('button', { name: 'Shuffle again' }).click()
    await page.waitForFunction(
      before => !(document.querySelector('[data-index="0"] a')?.textContent ?? before).includes(before),
      first[0] as string,
    )
  }))

test('filters are in the address, and are chosen, refused and cleared with one press', () =>
  room.visit('long-filter', DESKTOP, async ({ page }) => {
    const horror = seriesWhere(series => genreOf(series) === 'Horror')
    await page.goto('/library')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const genres = page.getByRole('list', { name: 'Genre' })
    await genres.getByRole('button', { name: 'Horror' }).click()
    await count(page, `${horror} series`)
    expect(filterOf(page)).toBe('genre:Horror')
    expect(page.url()).toEndWith('filter=genre:Horror')
    await genres.getByRole('button', { name: 'Comedy' }).click()
    await count(page, `${seriesWhere(series => ['Horror', 'Comedy'].includes(genreOf(series)))} series`)
    expect(filterOf(page)).toBe('any(genre:Horror,genre:Comedy)')
    await genres.getByRole('button', { name: /Comedy.*included/ }).click()
    await genres.getByRole('button', { name: /Horror.*included/ }).click()
    await count(page, `${seriesWhere(series => !['Horror', 'Comedy'].includes(genreOf(series)))} series`)
    expect(filterOf(page)).toBe('-genre:Comedy,-genre:Horror')
    expect(await axeFindings(page)).toEqual([])
    await page.reload()
    const chips = page.getByRole('list', { name: 'Active filters' })
    await chips.getByRole('button', { name: 'Remove filter Genre: not Horror' }).click()
    await count(page, `${seriesWhere(series => genreOf(series) !== 'Comedy')} series`)
    await chips.getByRole('button', { name: 'Remove filter Genre: not Comedy' }).click()
    await count(page, '600 series')
    expect(new URL(page.url()).search).toBe('')
    // Words, and two presses that come before the page has drawn itself again: all of them count.
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await genres.getByRole('button', { name: 'Western' }).waitFor()
    await page.getByRole('searchbox', { name: 'Search titles' }).fill('Zebra')
    await genres.evaluate(list => {
      for (const chip of list.querySelectorAll('button')) {
        if (/^(Western|Drama)/.test(chip.textContent ?? '')) chip.click()
      }
    })
    const both = (series: number) => ['Western', 'Drama'].includes(genreOf(series))
    await count(page, `${seriesWhere(series => both(series) && seriesName(series).startsWith('Zebra'))} series`)
    expect(new URL(page.url()).searchParams.get('q')).toBe('Zebra')
    expect(filterOf(page)).toContain('genre:Western')
    expect(filterOf(page)).toContain('genre:Drama')
    // Opening the panel moves the focus into it, and closing it back to its button.
    await page.getByRole('complementary', { name: 'Filter' }).press('Escape')
    await page.locator('button:focus', { hasText: 'Filter' }).waitFor()
  }))

test('conditions are combined as deep as one likes, and say at once how many meet them', () =>
  room.visit('long-builder', LIGHT_PHONE, async ({ page }) => {
    await page.goto('/library?filter=any(genre:Horror,all(year:1990..1994,publisher:Odd+House))')
    const meets = (series: number) => genreOf(series) === 'Horror' || (series % 30 <= 4 && series % 2 === 1)
    await count(page, `${seriesWhere(meets)} series`)
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByRole('button', { name: 'Combine conditions…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Combine conditions' })
    await dialog.getByText(`${seriesWhere(meets)} series`).waitFor()
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('combobox', { name: 'Match' }).nth(0).selectOption('None of these')
    await dialog.getByText(`${SERIES - seriesWhere(meets)} series`).waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await count(page, `${SERIES - seriesWhere(meets)} series`)
    expect(filterOf(page)).toBe('none(any(genre:Horror,all(year:1990..1994,publisher:Odd House)))')
    expect(await overflow(page)).toBe(0)
  }))

test('conditions that are being combined outlive a window that becomes narrow', () =>
  room.visit('long-builder-narrow', DESKTOP, async ({ page }) => {
    await page.goto('/library?filter=genre:Horror')
    await page.getByRole('button', { name: /^Filter/ }).click()
    await page.getByRole('button', { name: 'Combine conditions…' }).click()
    const group = page.getByRole('dialog', { name: 'Combine conditions' }).getByRole('combobox', { name: 'Match' })
    await group.selectOption('None of these')
    await page.setViewportSize({ width: 800, height: 900 })
    await page.locator('[role="dialog"][aria-label="Filter"]').waitFor()
    expect(await group.inputValue()).toBe('none')
  }))

test('a table has the columns and the order that were chosen, complete on a phone', async () => {
  await room.visit('long-table', DESKTOP, async ({ page }) => {
    await page.goto('/library?show=books&view=table')
    await complete(page)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Library' }).check()
    await page.getByRole('checkbox', { name: 'Size' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Library' }).waitFor()
    expect(new URL(page.url()).searchParams.get('columns')).toBe('series,number,pages,format,progress,library,added')
    await page.getByRole('columnheader', { name: 'Added' }).getByRole('button').click()
    await page.locator('[aria-sort="descending"]', { hasText: 'Added' }).waitFor()
    await page.locator('[data-index="0"]', { hasText: seriesName(SERIES - 1) }).waitFor()
    await page
      .getByRole('columnheader', { name: 'No.' })
      .getByRole('button')
      .click({ modifiers: ['Shift'] })
    expect(new URL(page.url()).searchParams.get('sort')).toBe('created_at,desc;number,asc')
    await complete(page)
    expect(await axeFindings(page)).toEqual([])
  })
  await room.visit('long-table-phone', LIGHT_PHONE, async ({ page }) => {
    await page.goto('/library?view=table&columns=books,year,publisher')
    await complete(page)
    await page.getByText('Even House').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  })
})

test('several are chosen by keyboard and marked by one request, which can be taken back', () =>
  room.visit('long-select', DESKTOP, async ({ page }) => {
    await page.goto('/library')
    await complete(page)
    const admin = await room.octavo.signInAsAdmin()
    const marks: string[] = []
    const undos = new Set<string>()
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (/\/(un)?read$/.test(pathname)) marks.push(pathname)
      if (/\/progress|\/progression/.test(pathname) && request.method() !== 'GET')
        undos.add(pathname.split('/').at(-1) ?? '')
    })
    const progress = async () => {
      const { progress } = await admin.get<{ progress: ReadProgressResponse[] }>('/api/v1/progress')
      return progress.map(({ bookId, currentPage, completed, completedAt }) => ({
        bookId,
        currentPage,
        completed,
        completedAt,
      }))
    }
    await page.locator('[data-index="0"] a').focus()
    await page.keyboard.press('x')
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+X']) await page.keyboard.press(key)
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('3 selected').waitFor()
    const chosen = (await titlesSeen(page)).slice(0, 3)
    const first = (await page.locator('[data-index="0"] a').getAttribute('href'))?.split('/').pop()
    const [begun, finished] = await admin.get<BookDto[]>(`/api/v1/series/${first}/books`)
    await admin.put(`/api/v1/books/${begun?.id}/progress`, { currentPage: 7, completed: false })
    await admin.post(`/api/v1/books/${finished?.id}/read`)
    const before = await progress()
    await bar.getByRole('button', { name: 'Mark as read' }).click()
    await bar.waitFor({ state: 'detached' })
    const read = await admin.post<{ data: SeriesDto[] }>('/api/v1/series/list', {
      condition: { readStatus: { operator: 'is', value: 'read' } },
    })
    expect(read.data).toHaveLength(3)
    for (const { title } of read.data) expect(chosen.some(each => each.includes(title))).toBe(true)
    expect(marks).toEqual(['/api/v1/series/bulk/read'])
    await page.getByText('3 marked as read').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    const restored = await until(progress, places => places.length === 2 && places.some(place => !place.completed))
    expect(restored.sort(byBook)).toEqual(before.sort(byBook))
    expect([...undos]).toEqual(['undo'])
    await page.locator('[data-index="5"] a').focus()
    await page.keyboard.press('x')
    await bar.waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/series\//)
  }))

test('an address that asks for what there is not says so, and leads on', () =>
  room.visit('long-problem', DESKTOP, async ({ page }) => {
    await page.goto('/library?filter=genre:Horror,mood:dark&sort=weight,asc')
    await page.getByText('You can’t filter by “mood”.').waitFor()
    await page.getByText('You can’t sort by “weight,asc”.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Ignore this part' }).click()
    await complete(page)
    expect(new URL(page.url()).search).toBe('')
  }))
