// Typography of ebooks: fonts, spacing, hyphenation and themes; and the remaining pages of the chapter.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { ROOT } from '../kit/paths'
import { inChapter } from './chapter-on-screen'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

const LONG =
  'Extraordinary circumstances notwithstanding, the lighthouse keeper continued his uninterrupted observations.'
const justified = Array.from({ length: 40 }, () => `<p style="text-align: justify">${LONG} ${LONG}</p>`).join('')
/** The second as the book colours it. */
const links = '<p><a href="c1.xhtml">Back</a> <a href="c1.xhtml" style="color: rgb(0, 128, 0)">and again</a></p>'

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => {
      const one = { title: 'One', paragraphs: [], markup: justified }
      const two = { title: 'Two', paragraphs: [`${LONG} ${LONG}`], markup: links }
      writeLibrary(folder, { 'Light/Light.epub': ebook({ title: 'Light', chapters: [one, two] }) })
    },
  })
})
afterAll(() => room?.close())

/** Runs in the chapter: how its first long paragraph is set, and which fonts have been sent. */
function setting() {
  const paragraph = [...document.querySelectorAll('p')].find(one => (one.textContent ?? '').length > 80)
  const { fontFamily, letterSpacing, wordSpacing, hyphens, fontSize } = getComputedStyle(paragraph ?? document.body)
  const faces = [...document.fonts].filter(({ family }) => family.includes('octavo-chosen'))
  return {
    fontFamily,
    size: Number.parseFloat(fontSize),
    letters: Number.parseFloat(letterSpacing) || 0,
    words: Number.parseFloat(wordSpacing) || 0,
    hyphens,
    faces: faces.filter(({ status }) => status === 'loaded').length,
    language: document.documentElement.lang,
    paper: getComputedStyle(document.documentElement).backgroundColor,
  }
}

const settingWhen = (page: Page, isRight: (now: ReturnType<typeof setting>) => boolean) =>
  until(
    () => inChapter(page, setting),
    now => now !== undefined && isRight(now),
  )

async function openBook(page: Page): Promise<void> {
  const book = await room.book('Light')
  await page.goto(`/books/${book.id}/read`)
  await page.locator('iframe[data-shown="true"]').waitFor()
}

test('justified text is divided by its language, and the footer counts the pages of the chapter', () =>
  room.visit('epub-hyphens', PHONE, async ({ page }) => {
    await openBook(page)
    const set = await settingWhen(page, now => now.hyphens === 'auto')
    expect(set?.language).toBe('en')
    await page.getByText(/^\d+ pages left in the chapter$/).waitFor()
    await page.keyboard.press(']')
    await page.getByText('Last page of the chapter').waitFor()
    // Nobody has justified the second chapter.
    await settingWhen(page, now => now.hyphens === 'manual')
  }))

test('links have the colour of the paper, unless the book has chosen another', () =>
  room.visit('epub-links', { ...DESKTOP, scheme: 'light' }, async ({ page }) => {
    await openBook(page)
    await page.keyboard.press(']')
    await until(
      () => inChapter(page, () => [...document.links].map(link => getComputedStyle(link).color)),
      colours => colours?.join(' ') === 'rgb(154, 52, 18) rgb(0, 128, 0)',
    )
  }))

test('fonts are fetched when they are chosen, and spaces, hyphens and paper change', () =>
  room.visit('epub-fonts', DESKTOP, async ({ page }) => {
    const fonts: string[] = []
    page.on('request', request => /\.woff2?$/.test(request.url()) && fonts.push(request.url()))
    await openBook(page)
    expect((await settingWhen(page, () => true))?.faces).toBe(0)
    await page.keyboard.press('o')
    const sheet = page.getByRole('dialog', { name: 'Reading settings' })
    expect(fonts.filter(url => url.includes('literata'))).toEqual([])
    await sheet.getByRole('radio', { name: 'Literata' }).check()
    const literata = await settingWhen(page, now => now.faces > 0 && now.fontFamily.startsWith('octavo-chosen'))
    // Latin and its extension, upright and italic.
    expect(literata?.faces).toBe(4)
    expect(fonts.length).toBe(4)
    await saveScreenshot(page, 'epub-fonts-desktop')
    await sheet.getByRole('radio', { name: 'OpenDyslexic' }).check()
    await settingWhen(page, now => now.faces === 4 && fonts.length === 8)
    await sheet.getByRole('slider', { name: 'Letter spacing' }).press('End')
    await sheet.getByRole('slider', { name: 'Word spacing' }).press('End')
    const spaced = await settingWhen(page, now => now.words > 0)
    expect(spaced?.letters).toBeCloseTo((spaced?.size ?? 0) * 0.2, 1)
    expect(spaced?.words).toBeCloseTo((spaced?.size ?? 0) * 0.6, 1)
    await sheet.getByRole('radio', { name: 'Never' }).check()
    await settingWhen(page, now => now.hyphens === 'manual')
    await sheet.getByRole('radio', { name: 'Black' }).check()
    await settingWhen(page, now => now.paper === 'rgb(0, 0, 0)')
    expect(await axeFindings(page, 'dialog[open]')).toEqual([])
    await saveScreenshot(page, 'epub-fonts-spaced')
  }))

test('a custom font stays on the device, and a file that is no font is refused', () =>
  room.visit('epub-own-font', PHONE, async ({ page }) => {
    await openBook(page)
    await page.keyboard.press('o')
    const sheet = page.getByRole('dialog', { name: 'Reading settings' })
    const field = sheet.locator('input[type="file"]')
    await field.setInputFiles({ name: 'No font.ttf', mimeType: 'font/ttf', buffer: Buffer.from('not a font') })
    await sheet.getByText('This file isn’t a font that the browser can read.').waitFor()
    await field.setInputFiles(
      join(ROOT, 'node_modules/@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2'),
    )
    const name = 'opendyslexic-latin-400-normal'
    await sheet.getByRole('radio', { name, checked: true }).waitFor()
    await settingWhen(page, now => now.faces === 1)
    await sheet.getByRole('group', { name: 'Font' }).scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'epub-own-font')
    await page.reload()
    await settingWhen(page, now => now.faces === 1)
    await page.keyboard.press('o')
    await sheet.getByRole('button', { name: `Delete ${name}` }).click()
    await sheet.getByRole('radio', { name: 'Original' }).first().waitFor()
    await settingWhen(page, now => now.faces === 0)
  }))
