// Footnotes open over the text, with their pictures and links.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { jpegImage } from '../kit/images'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

const to = (id: string, number: number) => `<a href="${id}"><sup>${number}</sup></a>`
const ONE = `<p>The whale${to('#n1', 1)} rose${to('#n2', 2)}, blew${to('#n3', 3)}, and was${to('notes.xhtml#gone', 4)}
seen${to('c2.xhtml#n5', 5)} by all${to('c2.xhtml#n6', 6)} of us${to('#n7', 7)}.</p>
<div id="n1"><p>Not a <em>fish</em>.</p><p>Nor a bird.</p></div>
<p id="n2">See the map: <img src="map.jpg" alt="The bay"/></p>
<p id="n3"><a href="c2.xhtml">Chapter two</a>, <a href="https://example.org/whales">a website</a> and
<a epub:type="noteref" href="#n1">the first note</a>.</p>
<p id="n7"><img src="map.jpg" alt="Only a map"/></p>`
const TWO = `<ol><li><p><a id="n5"></a>The fifth.</p><p>In two paragraphs.</p></li></ol>
<dl><dt id="n6">Us</dt><dd>The crew.<script>document.title = 'ran'</script>
<img src="map.jpg" onload="document.title = 'ran'" alt=""/><a href="javascript:document.title = 'ran'">script</a></dd><dt>Them</dt></dl>`

let room: ReadingRoom
beforeAll(async () => {
  const map = { name: 'map.jpg', data: await jpegImage({ width: 300, height: 200 }) }
  room = await openReadingRoom({
    fill: folder => {
      const one = { title: 'One', paragraphs: ['A sentence.'], markup: ONE }
      const two = { title: 'Two', paragraphs: ['Text of Two.'], markup: TWO }
      writeLibrary(folder, { 'Sea/Sea.epub': ebook({ title: 'Sea', chapters: [one, two], files: [map] }) })
    },
  })
})
afterAll(() => room?.close())

async function openBook(page: Page): Promise<Locator> {
  const book = await room.book('Sea')
  await page.goto(`/books/${book.id}/read`)
  await page.locator('iframe[data-shown="true"]').waitFor()
  return page.getByRole('dialog', { name: 'Footnote' })
}

const openNote = (page: Page, number: number) =>
  page
    .frameLocator('iframe[data-shown="true"]')
    .getByRole('link', { name: String(number), exact: true })
    .click()

const close = async (page: Page, note: Locator) => {
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'detached' })
}

test('a raised number opens its note over the text, with emphasis, pictures and lists', () =>
  room.visit('epub-notes', PHONE, async ({ page }) => {
    const note = await openBook(page)
    await openNote(page, 1)
    await note.getByText('Nor a bird.').waitFor()
    expect(await note.getByRole('emphasis').textContent()).toBe('fish')
    await close(page, note)
    for (const [number, name] of [
      [2, 'The bay'],
      [7, 'Only a map'],
    ] as const) {
      await openNote(page, number)
      const picture = note.getByRole('img', { name })
      await picture.waitFor()
      await page.waitForFunction(() => [...document.images].every(image => image.complete))
      expect(await picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(300)
      await saveScreenshot(page, `epub-note-${number}`)
      await close(page, note)
    }
    await openNote(page, 5)
    await note.getByText('In two paragraphs.').waitFor()
    await close(page, note)
    await openNote(page, 4)
    await note.getByText('The footnote can’t be found.').waitFor()
    expect(await note.getByRole('button', { name: 'Go to footnote' }).count()).toBe(0)
  }))

test('a note of a term has its explanation, and nothing of the book runs in it', () =>
  room.visit('epub-note-term', PHONE, async ({ page }) => {
    const note = await openBook(page)
    await openNote(page, 6)
    await note.getByText('The crew.').waitFor()
    expect(await note.getByText('Them').count()).toBe(0)
    expect(await note.locator('script, [onload], a').count()).toBe(0)
    expect(await page.title()).not.toBe('ran')
  }))

test('links in a note lead to another note, to a chapter, and out of the book only when asked', () =>
  room.visit('epub-note-links', DESKTOP, async ({ page }) => {
    const note = await openBook(page)
    await openNote(page, 3)
    await note.getByRole('link', { name: 'the first note' }).waitFor()
    expect(await axeFindings(page, 'dialog')).toEqual([])
    await note.getByRole('link', { name: 'a website' }).click()
    await page.getByRole('dialog', { name: 'Leave the book?' }).getByText('https://example.org/whales').waitFor()
    await page.keyboard.press('Escape')
    await openNote(page, 3)
    await note.getByRole('link', { name: 'the first note' }).focus()
    await page.keyboard.press('Enter')
    await note.getByText('Nor a bird.').waitFor()
    await close(page, note)
    await openNote(page, 3)
    await note.getByRole('link', { name: 'Chapter two' }).click()
    await page.frameLocator('iframe[data-shown="true"]').getByText('Text of Two.').waitFor()
    expect(await note.count()).toBe(0)
  }))
