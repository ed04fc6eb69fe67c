// A book that uses the names of the marks by which the reader tells what links are.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { ebook, writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

/** A book that sets attributes reserved for the reader. */
const FALSE_MARKS = `<p><a data-octavo-away="javascript:alert(1)" data-octavo-note="" href="c2.xhtml">inner</a>
<span role="link" DATA-OCTAVO-AWAY="https://evil.example/" data-octavo-href="../../api">fake</span>
<a epub:type="noteref" href="#n1">1</a></p><aside epub:type="footnote" id="n1"><p data-octavo="{}">A note</p></aside>`

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => {
      const two = { title: 'Two', paragraphs: ['Text of Two.'] }
      const one = { title: 'One', paragraphs: ['Marks of a book.'], markup: FALSE_MARKS }
      writeLibrary(folder, { 'Marks/Marks.epub': ebook({ title: 'Marks', chapters: [one, two] }) })
    },
  })
})
afterAll(() => room?.close())

test('marks that a book brings along are not taken for those of the reader', () =>
  room.visit('epub-marks', DESKTOP, async ({ page }) => {
    const book = await room.bookFile('Marks.epub')
    await page.goto(`/books/${book.id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    const marks = () =>
      [...document.body.querySelectorAll('*')].flatMap(element =>
        element
          .getAttributeNames()
          .filter(name => name.startsWith('data-octavo') && element.localName !== 'script')
          .map(name => `${element.textContent} ${name}`),
      )
    const found = await until(
      async () => (await (await page.$('iframe[data-shown="true"]'))?.contentFrame())?.evaluate(marks) ?? [],
      names => names.length > 0,
    )
    expect(found).toEqual(['inner data-octavo-href', '1 data-octavo-note', '1 data-octavo-href'])
  }))
