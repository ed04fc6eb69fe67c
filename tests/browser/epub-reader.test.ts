// Reading ebooks: real ones in every script and layout, and one that would like to do harm.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { Page } from 'playwright-core'
import { ebook, writeLibrary } from '../kit/books'
import { saveScreenshot, VIEWPORTS } from '../kit/browser'
import { until } from '../kit/client'
import { firstLineIsFree, inChapter, wordsOnScreen } from './chapter-on-screen'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(60_000)

const { width: WIDTH, height: HEIGHT } = VIEWPORTS.desktop
let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    lively: true,
    fill: folder => {
      copyFixtures(folder, {
        'Melville/moby-dick.epub': 'epub/moby-dick.epub',
        'Carroll/alice.epub': 'epub/stump-alice.epub',
        'Soseki/kusamakura.epub': 'epub/kusamakura-japanese-vertical-writing.epub',
        'Bidi/pkg-spine-progression_rtl.epub': 'epub/w3c-pkg-spine-progression_rtl.epub',
        'Arabic/regime.epub': 'epub/regime-anticancer-arabic.epub',
        'Hostile/script-and-remote.epub': 'hostile/script-and-remote.epub',
      })
      const chapter = (title: string) => ({ title, paragraphs: [`Text of ${title}.`] })
      writeLibrary(folder, {
        'Pair/Pair 01.epub': ebook({ title: 'Pair 01', chapters: [chapter('One'), chapter('Two')] }),
        'Pair/Pair 02.epub': ebook({ title: 'Pair 02', chapters: [chapter('Three')] }),
      })
    },
  })
})
afterAll(() => room?.close())

async function openReader(page: Page, book: BookDto): Promise<void> {
  await page.goto(`/books/${book.id}/read`)
  await page.locator('iframe[data-shown="true"]').waitFor()
}

/** Runs in the chapter: computed style of a paragraph. */
function looks(): { size: number; color: string } {
  const paragraph = [...document.querySelectorAll('p')].find(one => (one.textContent ?? '').length > 80)
  const { fontSize, color } = getComputedStyle(paragraph ?? document.body)
  return { size: Number.parseFloat(fontSize), color }
}

/** Waits until the visible text has changed, and returns it. */
const otherWords = (page: Page, than: string) =>
  until(
    () => wordsOnScreen(page),
    words => words !== '' && words !== than,
  )

/** Opens a chapter by the contents, and returns its first text once it is shown. */
async function goToChapter(page: Page, title: string): Promise<string> {
  await page.keyboard.press('t')
  const contents = page.getByRole('dialog', { name: 'Table of contents' })
  await contents.getByRole('button', { name: title }).click()
  return until(
    () => wordsOnScreen(page),
    words => words.includes(title),
  )
}

interface Progression {
  readonly locator?: { readonly href: string; readonly locations?: { readonly totalProgression?: number } }
}

const progressionOf = (book: BookDto) => room.admin.get<Progression | undefined>(`/api/v1/books/${book.id}/progression`)

describe('a novel', () => {
  test('contents, turning, and the very words again after a reload', () =>
    room.visit('epub-novel', DESKTOP, async ({ page }) => {
      const book = await room.book('Moby-Dick')
      await openReader(page, book)
      await page.keyboard.press('t')
      const contents = page.getByRole('dialog', { name: 'Table of contents' })
      await saveScreenshot(page, 'epub-contents')
      await contents.getByRole('button', { name: /Loomings/ }).click()
      await until(
        () => wordsOnScreen(page),
        words => /Loomings|Call me Ishmael/.test(words),
      )
      await saveScreenshot(page, 'epub-novel')

      const first = await wordsOnScreen(page)
      await page.keyboard.press('ArrowRight')
      const second = await otherWords(page, first)
      expect(await firstLineIsFree(page)).toBe(true)
      await page.keyboard.press('Space')
      const third = await otherWords(page, second)
      await page.keyboard.press('ArrowLeft')
      expect(await otherWords(page, third)).toBe(second)
      await page.mouse.click(WIDTH * 0.95, HEIGHT / 2)
      expect(await otherWords(page, second)).toBe(third)

      const progress = await until(
        () => progressionOf(book),
        progression => (progression?.locator?.locations?.totalProgression ?? 0) > 0,
      )
      expect(progress?.locator?.href).toContain('chapter_001')
      await page.reload()
      await until(
        () => wordsOnScreen(page),
        words => words === third,
      )
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Continue' }).waitFor()
    }))

  test('search finds a word and leads there', () =>
    room.visit('epub-search', DESKTOP, async ({ page }) => {
      await openReader(page, await room.book('Alice'))
      await page.keyboard.press('/')
      const sheet = page.getByRole('dialog', { name: 'Search in the book' })
      await sheet.getByRole('searchbox').fill('Cheshire')
      await sheet
        .getByRole('status')
        .getByText(/^\d+ results$/)
        .waitFor()
      await saveScreenshot(page, 'epub-search')
      await sheet
        .getByRole('button', { name: /Cheshire/i })
        .first()
        .click()
      await until(
        () => wordsOnScreen(page, 4000),
        words => /Cheshire/i.test(words),
      )
    }))

  test('taps turn on a phone', () =>
    room.visit('epub-phone', PHONE, async ({ page }) => {
      const { width, height } = VIEWPORTS.phone
      await openReader(page, await room.book('Alice'))
      await page.keyboard.press('t')
      const title = page
        .getByRole('dialog', { name: 'Table of contents' })
        .getByText(/^Alice.s Adventures in Wonderland$/)
        .first()
      expect(await title.evaluate(shown => shown.scrollWidth <= shown.clientWidth)).toBe(true)
      await saveScreenshot(page, 'epub-contents-phone')
      await page.keyboard.press('Escape')
      const first = await goToChapter(page, 'Down the Rabbit-Hole')
      await page.touchscreen.tap(width * 0.92, height / 2)
      const second = await otherWords(page, first)
      expect(await firstLineIsFree(page)).toBe(true)
      await saveScreenshot(page, 'epub-phone')
      await page.touchscreen.tap(width * 0.08, height / 2)
      expect(await otherWords(page, second)).toBe(first)
    }))

  test('a turn counts while a chapter is being opened', () =>
    room.visit('epub-early-turn', DESKTOP, async ({ page }) => {
      await openReader(page, await room.book('Alice'))
      const first = await goToChapter(page, 'Pool of Tears')
      await page.keyboard.press('ArrowRight')
      const second = await otherWords(page, first)
      await page.keyboard.press('End')
      await otherWords(page, second)
      await page.keyboard.press('t')
      await page.getByRole('dialog').getByRole('button', { name: 'Pool of Tears' }).click()
      await page.keyboard.press('ArrowRight')
      await until(
        () => wordsOnScreen(page),
        words => words === second,
      )
    }))

  test('the end of a book is finished and offers the next', () =>
    room.visit('epub-end', DESKTOP, async ({ page }) => {
      const [first, second] = [await room.book('Pair 01'), await room.book('Pair 02')]
      await openReader(page, first)
      await page.keyboard.press('ArrowRight')
      await until(
        () => wordsOnScreen(page),
        words => words.includes('Two'),
      )
      await page.keyboard.press('ArrowRight')
      const end = page.getByRole('region', { name: 'End of book' })
      await end.getByText('You finished “Pair 01”').waitFor()
      await until(
        () => room.admin.get<{ completed: boolean } | undefined>(`/api/v1/books/${first.id}/progress`),
        progress => progress?.completed === true,
      )
      // A reload stays on the last page; opened again, the finished book is at its beginning.
      await page.reload()
      await until(
        () => wordsOnScreen(page),
        words => words.includes('Two'),
      )
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Read again' }).click()
      await until(
        () => wordsOnScreen(page),
        words => words.includes('One'),
      )
      await page.keyboard.press('End')
      await until(
        () => wordsOnScreen(page),
        words => words.includes('Two'),
      )
      await page.keyboard.press('ArrowRight')
      await end.getByRole('button', { name: /Read next book/ }).click()
      await page.waitForURL(`**/books/${second.id}/read`)
      await until(
        () => wordsOnScreen(page),
        words => words.includes('Three'),
      )
    }))
})

describe('scripts and layouts of the world', () => {
  test('vertical Japanese turns to the left', () =>
    room.visit('epub-vertical', DESKTOP, async ({ page }) => {
      await openReader(page, await room.book('草枕'))
      await page.keyboard.press(']')
      const first = await until(
        () => wordsOnScreen(page),
        words => words.includes('山路'),
      )
      expect(await inChapter(page, () => getComputedStyle(document.body).writingMode)).toBe('vertical-rl')
      await page.keyboard.press('ArrowLeft')
      const second = await otherWords(page, first)
      await saveScreenshot(page, 'epub-vertical')
      await page.keyboard.press('ArrowRight')
      expect(await otherWords(page, second)).toBe(first)
    }))

  test('Arabic text runs from right to left', () =>
    room.visit('epub-arabic', DESKTOP, async ({ page }) => {
      await openReader(page, await room.book('Le Vrai Régime'))
      await page.keyboard.press(']')
      await page.keyboard.press(']')
      await page.keyboard.press(']')
      await until(
        () => wordsOnScreen(page),
        words => /[\u0600-\u06ff]/.test(words),
      )
      await saveScreenshot(page, 'epub-arabic')
    }))

  test('a book whose spine runs right to left', () =>
    room.visit('epub-rtl', DESKTOP, async ({ page }) => {
      const book = await room.book('pkg-spine-progression_rtl')
      expect(book.readingDirection).toBe('rtl')
      await openReader(page, book)
      const shows = (place: string) =>
        until(
          () => wordsOnScreen(page, 200),
          words => words.includes(`This page must appear ${place}`),
        )
      await shows('first')
      await page.keyboard.press('ArrowLeft')
      await shows('second')
      await page.mouse.click(WIDTH * 0.05, HEIGHT / 2)
      await shows('third')
      await page.keyboard.press('ArrowRight')
      await shows('second')
    }))
})

test('a hostile book runs no script and asks nobody for anything', () =>
  room.visit('epub-hostile', DESKTOP, async ({ page }) => {
    const asked: string[] = []
    const dialogs: string[] = []
    page.on('request', request => asked.push(request.url()))
    page.on('dialog', async dialog => {
      dialogs.push(dialog.message())
      await dialog.dismiss()
    })
    await openReader(page, await room.bookFile('script-and-remote.epub'))
    await until(
      () => wordsOnScreen(page),
      words => words.includes('Chapter 1'),
    )
    expect(await inChapter(page, () => window.origin)).toBe('null')
    const left = () => document.querySelectorAll('iframe, form, script:not([data-octavo])').length
    expect(await inChapter(page, left)).toBe(0)
    await saveScreenshot(page, 'epub-hostile')
    await page.frameLocator('iframe[data-shown="true"]').getByText('x', { exact: true }).click()
    await page.keyboard.press('ArrowRight')
    await until(
      () => wordsOnScreen(page),
      words => words.includes('Chapter 2'),
    )
    expect(dialogs).toEqual([])
    const own = ['data:', 'blob:', 'about:', room.octavo.url]
    expect(asked.filter(url => !own.some(start => url.startsWith(start)))).toEqual([])
    expect(asked.filter(url => url.includes('/api/v1/users'))).toEqual([])
  }))

// The last one: general settings apply to every other book.
test('paper and letters change, the place does not', () =>
  room.visit('epub-settings', DESKTOP, async ({ page }) => {
    await openReader(page, await room.book('Alice'))
    const before = await goToChapter(page, 'Down the Rabbit-Hole')
    await page.keyboard.press('ArrowRight')
    const words = await otherWords(page, before)
    const look = async () => (await inChapter(page, looks)) ?? { size: 0, color: '' }
    const plain = await look()
    await page.keyboard.press('o')
    const sheet = page.getByRole('dialog', { name: 'Reading settings' })
    await sheet.getByRole('radio', { name: 'Sepia' }).check()
    await until(look, now => now.color !== plain.color)
    await sheet.getByRole('slider', { name: 'Font size' }).press('End')
    const large = await until(look, now => now.size > plain.size * 1.5)
    expect(large.size).toBeGreaterThan(plain.size)
    await saveScreenshot(page, 'epub-settings')
    await page.keyboard.press('Escape')
    // With other letters the page may begin before them.
    const wholePage = () => wordsOnScreen(page, 10_000)
    await until(wholePage, now => now.includes(words.slice(0, 20)))
    await saveScreenshot(page, 'epub-sepia')
  }))

test('a change of settings counts where the settings are from, which is said and can be reset', () =>
  room.visit('epub-settings-scope', PHONE, async ({ page }) => {
    await openReader(page, await room.book('Pair 02'))
    await page.keyboard.press('o')
    const sheet = page.getByRole('dialog', { name: 'Reading settings' })
    await sheet.getByText('Changes are saved for all books').waitFor()
    const ways = sheet.getByRole('button', { name: /^Use (?:for|on) / })
    // What holds anyway is not offered.
    expect(await ways.allTextContents()).toEqual([
      'Use for this book only',
      'Use for this series',
      'Use for this library',
      'Use on this device',
    ])
    await sheet.getByRole('button', { name: 'Use for this library' }).click()
    const size = sheet.getByRole('slider', { name: 'Font size' })
    const before = await size.inputValue()
    await size.press('Home')
    expect(await size.inputValue()).toBe('60')
    await sheet.getByText('in this library').scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'epub-settings-scope')
    await page.keyboard.press('Escape')
    await page.keyboard.press('o')
    await sheet.getByText('in this library').waitFor()
    expect(await ways.allTextContents()).not.toContain('Use for this library')
    await sheet.getByRole('button', { name: 'Reset' }).click()
    await sheet.getByText('Changes are saved for all books').waitFor()
    expect(await size.inputValue()).toBe(before)
  }))
