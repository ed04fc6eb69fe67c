// Makes the pictures of the README again: `bun tests/browser/screenshots.ts`. Build the web app first.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { Paginated } from '@octavo/contract/paging'
import type { SeriesDto } from '@octavo/contract/series'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { ScreenOptions } from '../kit/browser'
import { until } from '../kit/client'
import { ROOT } from '../kit/paths'
import { callBars, openReadingRoom, pageOnScreen, type ReadingRoom, settled } from './reading-room'
import { writeShowLibrary } from './show-library'

const FOLDER = join(ROOT, 'docs/screenshots')
const MOST_BYTES = 400 * 1000
const DARK: ScreenOptions = { viewport: 'desktop', scheme: 'dark', reducedMotion: true }
const LIGHT: ScreenOptions = { ...DARK, scheme: 'light' }

/** A reader in the middle of everything: title of the book -> page, or share of the book. */
const BEGUN: Readonly<Record<string, number>> = {
  'Leaves of Grass': 0.12,
  'Fox Wedding': 9,
  Parallax: 17,
  'Moby-Dick': 0.34,
  'A Map of Wells': 14,
}
const READ = [
  'The Dry Sea',
  'First Light',
  'Drizzle',
  'Downpour',
  'Boarding',
  'Platform 1',
  'Dusk',
  'Crease',
  'Grafting',
]

async function save(page: Page, name: string): Promise<void> {
  // No room is reserved for a scrollbar, as on every phone and most laptops.
  await page.evaluate(() => {
    document.documentElement.style.scrollbarGutter = 'auto'
  })
  await settled(page)
  const small = await withinBudget(await page.screenshot())
  writeFileSync(join(FOLDER, `${name}.png`), small)
  console.log(`${name}.png: ${Math.round(small.length / 1000)} KB`)
}

/** The same picture in as good a quality as fits. */
async function withinBudget(taken: Buffer): Promise<Buffer> {
  const plain = await sharp(taken).png({ compressionLevel: 9, effort: 10 }).toBuffer()
  if (plain.length <= MOST_BYTES) return plain
  for (const quality of [90, 40, 30, 20, 15, 12, 10, 8]) {
    const fewer = await sharp(taken).png({ palette: true, quality, dither: 0, effort: 10 }).toBuffer()
    if (fewer.length <= MOST_BYTES) return fewer
  }
  throw new Error('The picture is too large')
}

/** The rules of a new library that contains books: novels have no series and no number of their own. */
const NOVELS = {
  seriesStrategy: 'calibre',
  seriesConfig: { seriesMode: 'from_metadata' },
  bookStrategy: 'metadata_first',
  numberStrategy: 'metadata',
}

async function nameNovels(room: ReadingRoom): Promise<void> {
  const { data } = await room.admin.get<Paginated<LibraryDto>>('/api/v1/libraries')
  const books = data.find(({ name }) => name === 'Books')
  await room.admin.patch(`/api/v1/libraries/${books?.id}`, NOVELS)
  await until(
    () => room.book('Moby-Dick'),
    ({ seriesName }) => seriesName === 'Moby-Dick',
  )
  await room.scanned()
}

async function read(room: ReadingRoom): Promise<void> {
  for (const title of READ) await room.admin.post(`/api/v1/books/${(await room.book(title)).id}/read`)
  for (const [title, place] of Object.entries(BEGUN)) {
    const { id } = await room.book(title)
    const progress = place < 1 ? { currentPage: 1, progressPercentage: place } : { currentPage: place }
    await room.admin.put(`/api/v1/books/${id}/progress`, progress)
  }
}

async function takeAll(room: ReadingRoom): Promise<void> {
  await nameNovels(room)
  await read(room)
  const series = await room.admin.get<{ data: SeriesDto[] }>('/api/v1/series?pageSize=100')
  const saltRoad = series.data.find(one => one.title === 'The Salt Road')

  await room.visit('picture-home', DARK, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('region', { name: 'Continue reading' }).waitFor()
    await save(page, 'home')
  })
  await room.visit('picture-library', LIGHT, async ({ page }) => {
    await page.goto('/library')
    await page.getByRole('list', { name: 'Everything' }).getByRole('link').first().waitFor()
    await save(page, 'library')
  })
  await room.visit('picture-series', DARK, async ({ page }) => {
    await page.goto(`/series/${saltRoad?.id}`)
    await page.getByRole('list', { name: 'Books' }).getByRole('link').first().waitFor()
    await save(page, 'series')
  })
  await room.visit('picture-comic', DARK, async ({ page }) => {
    await page.goto(`/books/${(await room.book('Science Comics')).id}/read?page=29`)
    await pageOnScreen(page, 29).waitFor()
    await page.keyboard.press('d')
    await pageOnScreen(page, 28).waitFor()
    await page.getByRole('status').getByText('Two pages').waitFor({ state: 'hidden' })
    await callBars(page)
    await save(page, 'reader-comic')
  })
  await room.visit('picture-epub', LIGHT, async ({ page }) => {
    await page.goto(`/books/${(await room.book('Moby-Dick')).id}/read`)
    const chapter = page.frameLocator('iframe[data-shown="true"]')
    await chapter.locator('body').waitFor()
    await page.keyboard.press('o')
    await page.getByRole('radio', { name: 'Serif', exact: true }).check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await page.getByRole('button', { name: /Loomings/ }).click()
    await chapter.getByText('Call me Ishmael').waitFor()
    await page.locator('[data-reader][data-bars="false"]').waitFor()
    await save(page, 'reader-epub')
  })
}

mkdirSync(FOLDER, { recursive: true })
const room = await openReadingRoom({
  fill: writeShowLibrary,
  libraries: ['Comics', 'Manga', 'Books'],
})
await takeAll(room).finally(room.close)
