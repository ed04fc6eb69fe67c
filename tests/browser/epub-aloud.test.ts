// Selected words are looked up, and a book is read aloud.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { inChapter, selectWords } from './chapter-on-screen'
import { callBars, DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

const NOTES = `<p>The whale<a href="#n1"><sup>1</sup></a> rose.</p>
<div id="n1"><p>Not a fish.</p><p>Nor a bird.</p></div>`

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => {
      const one = { title: 'One', paragraphs: ['First sentence of One. Second sentence of One.'], markup: NOTES }
      const two = { title: 'Two', paragraphs: ['Only sentence of Two.'] }
      writeLibrary(folder, { 'Sea/Sea.epub': ebook({ title: 'Sea', chapters: [one, two] }) })
    },
  })
})
afterAll(() => room?.close())

async function openBook(page: Page): Promise<void> {
  const book = await room.book('Sea')
  await page.goto(`/books/${book.id}/read`)
  await page.locator('iframe[data-shown="true"]').waitFor()
}

/** Runs in the page before the app: a browser with a fake voice, which ends a sentence on command. */
function giveVoice() {
  const said: { text: string; lang: string; rate: number; onend: (() => void) | null }[] = []
  const speech = {
    // Its values are not its own, and would be lost on the way to the test.
    speak: (utterance: (typeof said)[number]) => {
      const { text, lang, rate, onend } = utterance
      said.push({ text, lang, rate, onend })
    },
    cancel: () => undefined,
    getVoices: () => [],
  }
  Object.defineProperty(window, 'speechSynthesis', { value: speech })
  Object.assign(window, { said, nextSentence: () => said.at(-1)?.onend?.() })
}

/** The same: a browser that cannot speak. */
function giveNoVoice() {
  const speak = ({ onerror }: SpeechSynthesisUtterance & { onerror: unknown }) =>
    (onerror as (event: { error: string }) => void)({ error: 'synthesis-failed' })
  Object.defineProperty(window, 'speechSynthesis', { value: { speak, cancel: () => undefined, getVoices: () => [] } })
}

const saidBy = (page: Page) =>
  page.evaluate<{ text: string; lang: string; rate: number } | undefined>('window.said.at(-1)')
const saidWhen = (page: Page, text: string) =>
  until(
    () => saidBy(page),
    now => now?.text.includes(text) === true,
  )
const endSentence = (page: Page) => page.evaluate('window.nextSentence()')

/** Runs in the chapter: what is drawn as spoken. */
const spoken = () => [...(CSS.highlights.get('octavo-spoken') ?? [])].map(String).join()
const spokenWhen = (page: Page, text: string) =>
  until(
    () => inChapter(page, spoken),
    now => now === text,
  )

test('the book is read aloud sentence by sentence, into the next chapter', () =>
  room.visit('epub-aloud', PHONE, async ({ page }) => {
    await page.addInitScript(giveVoice)
    await openBook(page)
    await callBars(page)
    // Their buttons would leave no room for the title.
    const settings = page.getByRole('button', { name: 'Reading settings' })
    expect((await page.getByRole('heading', { level: 1, name: 'Sea' }).boundingBox())?.width).toBeGreaterThan(160)
    await page.getByRole('button', { name: 'Table of contents' }).click()
    const contents = page.getByRole('dialog', { name: 'Table of contents' })
    await contents.getByRole('button', { name: 'Search in the book' }).click()
    await page.getByRole('dialog', { name: 'Search in the book' }).waitFor()
    await page.keyboard.press('Escape')
    await settings.click()
    const sheet = page.getByRole('dialog', { name: 'Reading settings' })
    await sheet.getByRole('button', { name: 'Read aloud' }).click()
    const bar = page.getByRole('toolbar', { name: 'Read aloud' })
    await bar.getByRole('button', { name: 'Next sentence' }).click()
    expect((await saidWhen(page, 'First sentence of One.'))?.lang).toBe('en')
    await spokenWhen(page, 'First sentence of One.')
    await saveScreenshot(page, 'epub-aloud')
    await endSentence(page)
    await saidWhen(page, 'Second sentence of One.')
    await bar.getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
    await until(
      () => saidBy(page),
      now => now?.rate === 1.5,
    )
    await bar.getByRole('button', { name: 'Pause' }).click()
    await bar.getByRole('button', { name: 'Continue' }).click()
    for (const text of ['The whale', 'Not a fish.', 'Nor a bird.']) {
      await endSentence(page)
      await saidWhen(page, text)
    }
    await endSentence(page)
    await saidWhen(page, 'Two')
    await bar.getByRole('button', { name: 'Next sentence' }).click()
    await spokenWhen(page, 'Only sentence of Two.')
    await endSentence(page)
    await bar.waitFor({ state: 'detached' })
  }))

test('a press is not lost when the bars hide under it', () =>
  room.visit('epub-aloud-bars', PHONE, async ({ page }) => {
    await page.addInitScript(giveVoice)
    await openBook(page)
    await callBars(page)
    await page.keyboard.press('r')
    await saidWhen(page, 'One')
    await page.getByRole('toolbar', { name: 'Read aloud' }).getByRole('button', { name: 'Next sentence' }).hover()
    await page.mouse.down()
    await page.evaluate(() =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
    )
    await page.locator('[data-reader][data-bars="false"]').waitFor()
    await page.mouse.up()
    await saidWhen(page, 'First sentence of One.')
  }))

for (const options of [PHONE, DESKTOP]) {
  for (const [name, giveSpeech] of [
    ['controls', giveVoice],
    ['message', giveNoVoice],
  ] as const) {
    test(`the ${name} of reading aloud and the bar of a selection do not overlap: ${options.viewport}`, () =>
      room.visit(`epub-aloud-selection-${name}`, options, async ({ page }) => {
        await page.addInitScript(giveSpeech)
        await openBook(page)
        await until(() => inChapter(page, selectWords, 'The whale'), Boolean)
        const selection = page.getByRole('toolbar', { name: 'Selected text' })
        await selection.waitFor()
        await page.keyboard.press('r')
        const aloud = page.getByRole('toolbar', { name: 'Read aloud' })
        const wanted = name === 'message' ? aloud.getByRole('alert') : aloud.getByRole('button', { name: 'Pause' })
        await wanted.waitFor()
        // At the bottom of the page, where a window has room for it only above the other bar.
        await selection.evaluate(bar => (bar as HTMLElement).style.setProperty('--top', '9999px'))
        const [upper, lower] = [await selection.boundingBox(), await aloud.boundingBox()]
        await saveScreenshot(page, `epub-aloud-selection-${name}-${options.viewport}`)
        expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0)
      }))
  }
}

test('without a voice, the button of reading aloud is not on, and a press tries again', () =>
  room.visit('epub-aloud-no-voice', DESKTOP, async ({ page }) => {
    await page.addInitScript(giveNoVoice)
    await openBook(page)
    await page.keyboard.press('r')
    const failed = page.getByRole('toolbar', { name: 'Read aloud' }).getByRole('alert')
    await failed.waitFor()
    await callBars(page)
    const button = page.getByRole('button', { name: 'Read aloud', exact: true })
    expect(await button.getAttribute('aria-pressed')).toBe('false')
    await page.evaluate('speechSynthesis.speak = () => {}')
    await button.click()
    await failed.waitFor({ state: 'detached' })
    expect(await button.getAttribute('aria-pressed')).toBe('true')
    // Escape ends the reading aloud, and only then the book.
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar', { name: 'Read aloud' }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toEndWith('/read')
    await page.keyboard.press('Escape')
    await page.waitForURL(url => !url.pathname.endsWith('/read'))
  }))

test('a press while the next chapter is opened counts there, as does a pause', () =>
  room.visit('epub-aloud-slow', PHONE, async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>(resolve => {
      release = resolve
    })
    await page.addInitScript(giveVoice)
    await page.route('**/c2.xhtml', async route => {
      await released
      await route.continue()
    })
    await openBook(page)
    await page.keyboard.press('r')
    const bar = page.getByRole('toolbar', { name: 'Read aloud' })
    for (const text of ['One', 'First', 'Second', 'The whale', 'Not a fish.', 'Nor a bird.']) {
      await saidWhen(page, text)
      await endSentence(page)
    }
    await bar.getByRole('button', { name: 'Next sentence' }).click()
    await bar.getByRole('button', { name: 'Pause' }).click()
    release()
    await bar.getByRole('button', { name: 'Continue' }).click()
    await saidWhen(page, 'Only sentence of Two.')
    await spokenWhen(page, 'Only sentence of Two.')
  }))

test('selected words are looked up, and sent nowhere before a link is opened', () =>
  room.visit('epub-look-up', DESKTOP, async ({ page }) => {
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await openBook(page)
    await page.frameLocator('iframe[data-shown="true"]').getByText('First sentence').waitFor()
    await inChapter(page, () => {
      const node = document.querySelector('p')?.firstChild
      if (node) getSelection()?.setBaseAndExtent(node, 0, node, 5)
    })
    const selection = page.getByRole('toolbar', { name: 'Selected text' })
    await selection.waitFor()
    await saveScreenshot(page, 'epub-selection')
    await selection.getByRole('button', { name: 'Look up and more' }).click()
    const sheet = page.getByRole('dialog', { name: 'Look up and more' })
    const dictionary = await sheet.getByRole('link', { name: 'Dictionary' }).getAttribute('href')
    expect(dictionary).toBe('https://en.wiktionary.org/wiki/Special:Search?search=First')
    for (const name of ['Encyclopedia', 'Search the web']) {
      expect(await sheet.getByRole('link', { name }).getAttribute('rel')).toContain('noreferrer')
    }
    // It is in the language of the app.
    expect(await sheet.getByRole('link', { name: 'Translate' }).count()).toBe(0)
    expect(await axeFindings(page, 'dialog[open]')).toEqual([])
    await saveScreenshot(page, 'epub-look-up')
    expect(asked.filter(url => /wiktionary|google|duckduckgo/.test(url))).toEqual([])
  }))
