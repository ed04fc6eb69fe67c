// Reading statistics as charts and figures, and recommendations based on reading.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { ReadingStatsResponse } from '@octavo/contract/reading-stats'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)
const MINUTE = 60_000

const BOOKS: Readonly<Record<string, { Genre: string; Writer: string }>> = {
  'Akira/Akira 01': { Genre: 'Adventure', Writer: 'Kim Pen' },
  'Saga/Saga 01': { Genre: 'Adventure', Writer: 'Jo Writer' },
  'Tide/Tide 01': { Genre: 'Drama', Writer: 'Kim Pen' },
  'Moon/Moon 01': { Genre: 'Drama', Writer: 'Lee Ink' },
}

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const files = Object.entries(BOOKS).map(
        async ([name, comicInfo]) => [`${name}.cbz`, await comic({ pages: 12, comicInfo })] as const,
      )
      writeLibrary(folder, Object.fromEntries(await Promise.all(files)))
    },
  })
})
afterAll(() => room?.close())

const stats = () => room.admin.get<ReadingStatsResponse>('/api/v1/reading-stats')

test('without any reading the page says so', async () => {
  await room.visit('statistics-empty', PHONE, async ({ page }) => {
    await page.goto('/statistics')
    await page.getByText('Nothing read yet').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })
})

test('places saved by an app count as books in progress, without reading time', async () => {
  await room.admin.put(`/api/v1/books/${(await room.book('Moon 01')).id}/progress`, { currentPage: 3 })
  await room.visit('statistics-unmeasured', PHONE, async ({ page }) => {
    await page.goto('/statistics')
    await page.getByRole('heading', { name: 'No reading time yet' }).waitFor()
    await page.getByText('1 book is in progress').waitFor()
    expect(await page.getByText('Nothing read yet').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
  })
})

test('books that were only marked as read are counted by month, without an empty chart or rows of nothing', async () => {
  const { id } = await room.book('Moon 01')
  await room.admin.post(`/api/v1/books/${id}/read`)
  await room.visit('statistics-marked', PHONE, async ({ page }) => {
    await page.goto('/statistics')
    const months = page.getByRole('region', { name: 'By month' })
    await months.getByRole('table').waitFor()
    await page.getByRole('heading', { name: 'Calendar' }).waitFor()
    for (const list of ['Series', 'Authors']) {
      expect(await page.getByRole('heading', { name: list, exact: true }).count()).toBe(0)
    }
    expect(await axeFindings(page)).toEqual([])
  })
  await room.admin.delete(`/api/v1/books/${id}/read-history`).catch(() => undefined)
  await room.admin.post(`/api/v1/books/${id}/unread`)
})

test('the page of a year has only that year, and says if all of its time is estimated', async () => {
  const { id } = await room.book('Tide 01')
  for (const page of [1, 2]) {
    const readAt = new Date(Date.UTC(2024, 4, 3, 20, page * 2)).toISOString()
    await room.admin.put(`/api/v1/books/${id}/progress`, { currentPage: page, readAt })
  }
  await room.visit('statistics-year', DESKTOP, async ({ page }) => {
    await page.goto('/statistics')
    await page.getByRole('combobox', { name: 'Period' }).selectOption('2024')
    const figures = page.getByRole('region', { name: 'Your 2024' })
    await figures.getByText('2 minutes', { exact: true }).first().waitFor()
    expect((await figures.locator('dl').innerText()).split('\n')).toContain('2m')
    await figures.getByText('estimated', { exact: true }).first().waitFor()
    await figures.getByText('3 May 2024').waitFor()
  })
  // As the other tests expect it.
  await room.admin.post(`/api/v1/books/${id}/unread`)
})

test('reading in the browser is measured', async () => {
  const { id } = await room.book('Akira 01')
  await room.visit('statistics-reader', DESKTOP, async ({ page }) => {
    await page.clock.install()
    await page.goto(`/books/${id}/read`)
    await pageOnScreen(page, 1).waitFor()
    await page.clock.runFor(20_000)
    await page.keyboard.press('ArrowRight')
    await pageOnScreen(page, 2).waitFor()
    await page.clock.runFor(10_000)
    await page.goto('/statistics')
    const { summary } = await until(stats, answer => answer.summary.sessions === 1)
    expect(summary.duration.measuredMs).toBeGreaterThanOrEqual(30_000)
    expect([summary.duration.inferredMs, summary.pagesRead]).toEqual([0, 1])
  })
})

test('time, calendar, months and shares are shown as charts, figures and a table; goals are set and deleted', async () => {
  const { id } = await room.book('Akira 01')
  const sessions = Array.from({ length: 80 }, (_, day) => {
    const [minutes, end] = [5 + ((day * 37) % 70), Date.now() - (day + 1) * 24 * 60 * MINUTE]
    return {
      id: crypto.randomUUID(),
      bookId: id,
      deviceId: 'phone',
      deviceName: 'Phone',
      kind: 'progress',
      pagesRead: 10,
      ...(day % 5 > 0 && { activeDurationMs: minutes * MINUTE }),
      clientStartedAt: new Date(end - minutes * MINUTE).toISOString(),
      clientEndedAt: new Date(end).toISOString(),
    }
  })
  await room.admin.post('/api/v1/reading-sessions', { sessions })
  for (const options of [DESKTOP, { ...PHONE, scheme: 'light' }] as const) {
    await room.visit('statistics', options, async ({ page }) => {
      await page.goto('/statistics')
      await page.getByRole('img', { name: /Reading time by day/ }).waitFor()
      await page.getByRole('region', { name: 'Authors' }).getByText('Kim Pen').waitFor()
      await settled(page)
      // Each column has its share of the highest, with the texts above and below it.
      const columns = await page.getByRole('img', { name: /^Reading time by month/ }).evaluate(chart =>
        [...chart.querySelectorAll('[style*="--share"]')].map(column => ({
          share: Number((column as HTMLElement).style.getPropertyValue('--share')),
          height: column.getBoundingClientRect().height,
        })),
      )
      const highest = Math.max(...columns.map(({ height }) => height))
      expect(columns.length).toBeGreaterThan(2)
      for (const { share, height } of columns) expect(height / highest).toBeCloseTo(share, 2)
      const [scale, panel] = [page.getByText(/^Less/), page.getByRole('region', { name: 'Calendar by day' })]
      const bottoms = await Promise.all(
        [scale, panel].map(part => part.evaluate(one => one.getBoundingClientRect().bottom)),
      )
      expect((bottoms[1] ?? 0) - (bottoms[0] ?? 0)).toBeGreaterThanOrEqual(12)
      await saveScreenshot(page, `statistics-${options.viewport}`)
      expect(await axeFindings(page)).toEqual([])
      await page.getByText('Table', { exact: true }).click()
      await page.getByRole('region', { name: 'By month' }).getByRole('table').waitFor()
    })
  }
  await room.visit('statistics-goals', DESKTOP, async ({ page }) => {
    await page.goto('/statistics')
    // Times are read out in full words.
    const figures = page.getByRole('region', { name: 'Last 90 days' })
    await figures.getByText(/^\d+ hours( \d+ minutes)?$/).waitFor()
    expect(await figures.ariaSnapshot()).not.toMatch(/\d[hms]\b/)
    expect(await page.getByRole('region', { name: 'Goals' }).getByRole('list').count()).toBe(0)
    await page.getByText('Set how much you want to read').waitFor()
    await page.getByRole('button', { name: 'Set a goal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set a goal' })
    // A field without its style is a third of that high, as is a button without its size.
    expect((await dialog.getByLabel('Amount').boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // While another amount is typed, the field may be empty, and nothing is put into it.
    await dialog.getByLabel('Amount').fill('')
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Amount').pressSequentially('30')
    expect(await dialog.getByLabel('Amount').inputValue()).toBe('30')
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    const goals = page.getByRole('region', { name: 'Goals' })
    await goals.getByText('30 minutes').waitFor()
    await goals.getByRole('button', { name: 'Edit goal' }).click()
    const change = page.getByRole('dialog', { name: 'Edit goal' })
    expect(await change.getByLabel('Amount').inputValue()).toBe('30')
    await change.getByLabel('Amount').fill('5')
    await change.getByLabel('Measure').selectOption('pages')
    await change.getByLabel('Period').selectOption('month')
    await change.getByRole('button', { name: 'Save' }).click()
    await goals.getByText('5 pages').waitFor()
    await goals.getByText('30 minutes').waitFor({ state: 'detached' })
    await goals.getByRole('button', { name: 'Delete goal' }).click()
    await goals.getByText('5 pages').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await goals.getByText('5 pages').waitFor()
  })
})

test('the home page recommends a series until it is dismissed', async () => {
  await room.admin.put(`/api/v1/books/${(await room.book('Akira 01')).id}/progress`, { currentPage: 5 })
  await room.visit('statistics-home', DESKTOP, async ({ page }) => {
    await page.goto('/')
    const row = page.getByRole('region', { name: /^(Because you read Akira|Recommended for you)$/ })
    await row.getByText('Tide').first().waitFor()
    await settled(page)
    await saveScreenshot(page, 'recommended-home')
    expect(await axeFindings(page)).toEqual([])
    await row.getByRole('button', { name: 'Not interested in Tide' }).click()
    await page.getByText('Tide won’t be recommended again.').waitFor()
    await row.getByText('Tide').first().waitFor({ state: 'detached' })
  })
})
