// A book is read aloud by keys alone: sentences, into the next chapter, speed and voice, pause and stop.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { focusIs, focusOn, press, tabTo, unnamed } from './keyboard'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => {
      const one = { title: 'One', paragraphs: ['First of One. Second of One.'] }
      const two = { title: 'Two', paragraphs: ['First of Two. Last of Two.'] }
      writeLibrary(folder, { 'Sea/Sea.epub': ebook({ title: 'Sea', chapters: [one, two] }) })
    },
  })
})
afterAll(() => room?.close())

/** Runs in the page before the app: a browser with two fake voices, which speak no sentence to its end. */
function giveVoices() {
  const voices = ['Ada', 'Bea'].map(name => ({ name, voiceURI: name, lang: 'en-GB' }))
  const said: { text: string; rate: number; voice: string }[] = []
  class Utterance {
    rate = 1
    voice: { name: string } | null = null
    constructor(readonly text: string) {}
  }
  const speak = ({ text, rate, voice }: Utterance) => said.push({ text, rate, voice: voice?.name ?? '' })
  const speechSynthesis = { speak, cancel: () => undefined, getVoices: () => voices }
  Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis })
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
  Object.assign(window, { said })
}

interface Said {
  readonly text: string
  readonly rate: number
  readonly voice: string
}

const saidWhen = (page: Page, wanted: Partial<Said>) =>
  until(
    () => page.evaluate<Said | undefined>('window.said.at(-1)'),
    now => now !== undefined && Object.entries(wanted).every(([name, value]) => now[name as keyof Said] === value),
  )

test('sentences, the next chapter, speed, voice, pause and stop', () =>
  room.visit('keyboard-aloud', DESKTOP, async ({ page }) => {
    const keys = page.keyboard
    await page.addInitScript(giveVoices)
    await page.goto(`/books/${(await room.book('Sea')).id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    await keys.press('r')
    await saidWhen(page, { text: 'One', rate: 1 })
    await tabTo(page, /^button Next sentence/)
    for (const text of ['First of One.', 'Second of One.', 'Two', 'First of Two.']) {
      await keys.press('Enter')
      await saidWhen(page, { text })
      expect(await focusOn(page)).toMatch(/^button Next sentence/)
    }
    await press(page, /^button Previous sentence/, 'Shift+Tab')
    await saidWhen(page, { text: 'Two' })
    await press(page, /^button Pause/)
    await focusIs(page, /^button Continue/)
    await keys.press('Enter')
    await focusIs(page, /^button Pause/)
    await tabTo(page, /^select Speed/)
    await keys.press('ArrowDown')
    await saidWhen(page, { text: 'Two', rate: 1.2 })
    await tabTo(page, /^select Voice/)
    await keys.press('ArrowDown')
    await saidWhen(page, { text: 'Two', rate: 1.2, voice: 'Ada' })
    expect(await focusOn(page)).toMatch(/^select Voice/)
    expect(await unnamed(page, 'keyboard-aloud')).toEqual([])
    expect(await axeFindings(page, '[data-aloud]')).toEqual([])
    await saveScreenshot(page, 'keyboard-aloud')
    await press(page, /^button Stop/)
    await page.getByRole('toolbar', { name: 'Read aloud' }).waitFor({ state: 'detached' })
    // The page has the keys again.
    await keys.press('r')
    await saidWhen(page, { text: 'Two' })
    await keys.press('r')
    await page.getByRole('toolbar', { name: 'Read aloud' }).waitFor({ state: 'detached' })
  }))
