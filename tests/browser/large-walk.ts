// A walk through 100,000 books from A to Z: `bun tests/browser/large-walk.ts [BOOKS]`. Build the web app first. It ends with
// an error if a place in the list stays empty, or moves without being scrolled. Pictures are in test-results/screens.
import type { Page } from 'playwright-core'
import { saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { fillLarge, showCovers } from './large-database'
import { openReadingRoom, settled } from './reading-room'

const BOOKS = Number(process.argv[2] ?? 100_000)
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const SCREENS_EACH = 6
const letterOf = (pk: number) => LETTERS[pk % LETTERS.length] ?? 'A'
const TITLES = {
  series: (pk: number) => `${letterOf(pk)}strid ${String(pk).padStart(6, '0')}`,
  book: (pk: number) => `${letterOf(pk)}lmanac ${String(pk).padStart(6, '0')}`,
}

interface Seen {
  readonly index: number
  readonly top: number
  readonly text: string
}

/** Items on the screen, in order. */
const seen = (page: Page): Promise<Seen[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-index]')]
      .map(item => ({ item, box: item.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
      .map(({ item, box }) => ({
        index: Number(item.getAttribute('data-index')),
        top: Math.round(box.top),
        text: item.querySelector('a')?.textContent ?? '',
      }))
      .sort((a, b) => a.index - b.index),
  )

function problemsOf(items: readonly Seen[]): string[] {
  const problems = items.length === 0 ? ['nothing on the screen'] : []
  for (const [at, { index, text }] of items.entries()) {
    if (text === '') problems.push(`item ${index} is empty`)
    const before = items[at - 1]
    if (before && index !== before.index + 1) problems.push(`items between ${before.index} and ${index} are missing`)
  }
  return problems
}

/** Waits until every item on the screen is there; fails if one of them is elsewhere than when it was still empty. */
async function whole(page: Page, where: string): Promise<Seen[]> {
  const first = await seen(page)
  const items = await until(
    () => seen(page),
    now => problemsOf(now).length === 0,
  )
  const tops = new Map(first.map(({ index, top }) => [index, top]))
  for (const { index, top } of items) {
    const was = tops.get(index)
    if (was !== undefined && Math.abs(was - top) > 1)
      throw new Error(`${where}: item ${index} jumped from ${was} to ${top}`)
  }
  return items
}

async function walk(page: Page, view: string): Promise<number> {
  await page.goto(`/library?show=books&view=${view}&sort=title,asc`)
  await page.locator('[data-index="0"] a').waitFor()
  let screens = 0
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (const [at, letter] of LETTERS.entries()) {
    // As a pulled scroll bar would.
    await page.evaluate(top => scrollTo({ top, behavior: 'instant' }), (height * at) / LETTERS.length)
    for (let screen = 0; screen < SCREENS_EACH; screen++) {
      const items = await whole(page, `${view}, ${letter}`)
      const isRight = items.some(({ text }) => text.includes(`${letter}lmanac`))
      if (screen === 1 && !isRight) throw new Error(`${view}: ${letter} is not where it belongs: ${items[0]?.text}`)
      screens++
      // Not by the wheel: on a busy machine it would still scroll while items are compared.
      await page.evaluate(() => {
        scrollBy({ top: 700, behavior: 'instant' })
        return new Promise(requestAnimationFrame)
      })
    }
    if ('AMZ'.includes(letter)) {
      await settled(page)
      await saveScreenshot(page, `large-${view}-${letter}`)
    }
  }
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await page.locator(`[data-index="${BOOKS - 1}"] a`).waitFor()
  return screens + 1
}

const data = temporaryFolder('walk')
await fillLarge(data.path, BOOKS, TITLES)
const room = await openReadingRoom({ env: { OCTAVO_DATA_DIR: data.path } })
try {
  await room.octavo.signInAsAdmin()
  const screen = await room.open({ viewport: 'desktop', scheme: 'dark' })
  const { page } = screen
  await showCovers(page.context())
  for (const view of ['grid', 'list', 'table'])
    console.log(`${view}: ${await walk(page, view)} screens from A to Z, no hole, no jump`)

  await page.goto('/library')
  await page.locator('[data-index="0"] a').waitFor()
  const letters = page.getByRole('navigation', { name: 'Jump to a letter' }).getByRole('button')
  // They come by an answer of their own.
  await letters.first().waitFor()
  const labels = await letters.allTextContents()
  if (labels.join('') !== LETTERS.join('')) throw new Error(`Letters: ${labels}`)
  for (const [at, letter] of labels.entries()) {
    await letters.nth(at).click()
    await until(
      () => seen(page),
      items => items.slice(0, 12).some(({ text }) => text.startsWith(letter)),
    )
  }
  console.log(`series: ${labels.length} letters lead to their first title`)

  await page.goto('/library?show=books&filter=title.contains:9999,format:epub')
  await page.locator('[data-index="0"] a').waitFor()
  const found = await whole(page, 'filtered')
  if (!found.every(({ text }) => text.includes('9999'))) throw new Error(`Filtered: ${found[0]?.text}`)
  await saveScreenshot(page, 'large-filtered')
  console.log(`filtered: ${found.length} on the screen`)

  await page.keyboard.press('Control+k')
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .fill(TITLES.book(77_777 % BOOKS))
  await page
    .getByRole('option', { name: new RegExp(TITLES.book(77_777 % BOOKS)) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: TITLES.book(77_777 % BOOKS) }).waitFor()
  await settled(page)
  await saveScreenshot(page, 'large-book')
  await page.goBack()
  await page.locator('[data-index="0"] a').waitFor()
  console.log('searched and opened; back leads to the list')
  if (screen.problems().length > 0) throw new Error(screen.problems().join('\n'))
  await screen.close()
} finally {
  await room.close()
  data.remove()
}
