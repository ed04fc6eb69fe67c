// Matching an imported list with books that look alike: told apart, decided later, and searched for on a phone.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot, VIEWPORTS } from '../kit/browser'
import { DESKTOP, openReadingRoom, overflow, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

const LIBRARIES = ['Comics from the attic', 'Comics from the attic, scanned again']
const CBL = `<ReadingList><Name>Captain</Name><Books>
  <Book Series="Captain Science" Number="1"/><Book Series="Captain Science" Number="2"/>
  <Book Series="Lamp" Number="1"/>${Array.from({ length: 9 }, (_, at) => `<Book Series="Ghost" Number="${at + 1}" Year="1946"/>`).join('')}
</Books></ReadingList>`

const edition = (at: number) => ({ Volume: 3 + at, Year: 1950 + at * 60 })

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    libraries: LIBRARIES,
    fill: async folder => {
      const lamp = await comic({ pages: 2 })
      for (const [at, library] of LIBRARIES.entries()) {
        for (const number of [1, 2]) {
          const comicInfo = { Series: 'Captain Science', Number: number, Title: 'The Beginning', ...edition(at) }
          const book = await comic({ pages: 1 + number + at * 2, comicInfo })
          writeLibrary(folder, { [`${library}/Captain Science/Captain Science ${number}.cbz`]: book })
        }
        writeLibrary(folder, { [`${library}/Lamp/Lamp 1.cbz`]: lamp })
      }
    },
  })
})
afterAll(() => room?.close())

const file = { name: 'captain.cbl', mimeType: 'application/xml', buffer: Buffer.from(CBL) }
const isWithin = async (inner: Locator, outer: Locator) => {
  const [one, other] = await Promise.all([inner.boundingBox(), outer.boundingBox()])
  return one !== null && other !== null && one.y >= other.y - 1 && one.y + one.height <= other.y + other.height + 1
}

test('undecided books are counted before and after saving, and are chosen or declined later', () =>
  room.visit('list-matching', { ...PHONE, scheme: 'light' }, async ({ page, forget }) => {
    await page.goto('/lists/readlists')
    await page.getByRole('button', { name: 'Import a list' }).click()
    const dialog = page.getByRole('dialog')
    await page.locator('input[type=file]').setInputFiles(file)
    // The lamp is in both libraries: the copy in the first one is chosen.
    await dialog.getByText('1 found, 2 unclear, 9 not found').waitFor()
    const list = dialog.locator('ol')
    const first = dialog.getByRole('group', { name: 'Book for Captain Science #1' })
    const options = await first.getByRole('radio').all()
    expect(options.length).toBe(3)
    const texts = await first.locator('label').allInnerTexts()
    for (const [at, library] of LIBRARIES.entries()) {
      expect(texts[at]?.split('\n').map(line => line.trim())).toEqual([
        'The Beginning',
        `Captain Science · ${library} · No.\u00a01 · Vol.\u00a0${3 + at} · ${1950 + at * 60}`,
      ])
    }
    // Nothing of it is cut off.
    expect(
      await first.locator('label span').evaluateAll(all => all.every(one => one.scrollWidth <= one.clientWidth)),
    ).toBe(true)
    await list.evaluate(element => element.scrollTo(0, element.scrollHeight))
    const hint = dialog.getByText('2 books still to be matched')
    await hint.waitFor()
    // Above the buttons, and not below them.
    const isSeen = (element: Element) => {
      const { left, top, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + 4, top + height / 2))
    }
    expect(await hint.evaluate(isSeen)).toBe(true)
    await dialog.getByRole('button', { name: 'Go to first' }).click()
    await first.locator('input:focus').waitFor()
    expect(await isWithin(first.locator('label').first(), list)).toBe(true)
    await settled(page)
    await saveScreenshot(page, 'list-matching-phone')
    expect(await overflow(page)).toBe(0)
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])

    // The results of a search are in sight within the list.
    await dialog.getByRole('button', { name: 'Find a book for Ghost #9' }).click()
    const search = dialog.getByRole('textbox', { name: 'Find a book for Ghost #9' })
    await search.fill('Lamp')
    const hit = dialog.getByRole('listitem').getByRole('button', { name: /^Lamp/ }).first()
    await hit.waitFor()
    await settled(page)
    expect([await isWithin(search, list), await isWithin(hit, list)]).toEqual([true, true])
    await saveScreenshot(page, 'list-matching-search-phone')

    await dialog.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('heading', { level: 1, name: 'Captain' }).waitFor()
    await page.getByText('1 book · 2 to be matched · 9 books not in your library · Private').waitFor()
    await settled(page)
    await saveScreenshot(page, 'list-to-match-phone')
    expect(await axeFindings(page)).toEqual([])
    // An entry without a book is read to its end on a small phone, and starts below the titles of books in a wide window.
    await page.setViewportSize({ width: 320, height: 700 })
    const why = page.getByText('1946 · Not in your library').first()
    expect(await why.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
    await page.setViewportSize(VIEWPORTS.desktop)
    const starts = [
      page.getByText('Ghost #1', { exact: true }),
      page.getByRole('link', { name: /^Lamp/ }).getByText('Lamp').first(),
    ]
    const [wanted, owned] = await Promise.all(starts.map(async one => (await one.boundingBox())?.x ?? 0))
    expect(wanted).toBeCloseTo(owned ?? -1, 0)
    await page.setViewportSize(VIEWPORTS.phone)
    await page.getByRole('button', { name: 'Match 2 books' }).click()
    await dialog.getByRole('heading', { name: 'Book for Captain Science #1' }).waitFor()
    const offered = dialog.getByRole('list', { name: '2 possible books' }).getByRole('button')
    await offered.first().waitFor()
    expect(await dialog.getByRole('button', { name: /^The Beginning/ }).count()).toBe(await offered.count())
    await dialog.getByRole('button', { name: new RegExp(`${LIBRARIES[1]} · No.\\s1`) }).click()
    await page.getByText('2 books · 1 to be matched · 9 books not in your library · Private').waitFor()
    await page.getByRole('button', { name: 'Match 1 book' }).click()
    await dialog.getByRole('heading', { name: 'Book for Captain Science #2' }).waitFor()
    await dialog.getByRole('button', { name: 'None of these' }).click()
    await page.getByText('2 books · 10 books not in your library · Private').waitFor()
    expect(await page.getByRole('button', { name: /^Match/ }).count()).toBe(0)

    // The same file again needs another name; what was chosen stays.
    await page.goto('/lists/readlists')
    await page.getByRole('button', { name: 'Import a list' }).click()
    await page.locator('input[type=file]').setInputFiles(file)
    await first.getByRole('radio', { name: /2010/ }).check()
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await dialog.getByRole('alert').waitFor()
    await settled(page)
    await saveScreenshot(page, 'list-import-twice-phone')
    forget()
    await dialog.getByLabel('Name').fill('Captain again')
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await page.getByText('2 books · 1 to be matched · 9 books not in your library · Private').waitFor()
  }))

test('a search for the book of an entry offers those with its number first', () =>
  room.visit('list-matching-number', DESKTOP, async ({ page }) => {
    await page.goto('/lists/readlists')
    await page.getByRole('button', { name: 'Import a list' }).click()
    const dialog = page.getByRole('dialog')
    await page.locator('input[type=file]').setInputFiles(file)
    const row = dialog.getByRole('listitem').filter({ hasText: 'Ghost #2' }).first()
    await row.getByRole('button', { name: 'Find a book for Ghost #2' }).click()
    await row.getByRole('textbox').fill('captain')
    const offered = row.getByRole('list').getByRole('button')
    await offered.nth(3).waitFor()
    const numbers = (await offered.allInnerTexts()).map(text => /No\.\u00a0(\d)/.exec(text)?.[1])
    expect(numbers).toEqual(['2', '2', '1', '1'])
    await page.keyboard.press('Escape')
  }))

test('if all books were matched elsewhere in the meantime, the button says so and goes', () =>
  room.visit('list-matched-elsewhere', PHONE, async ({ page }) => {
    const body = {
      name: 'Matched elsewhere',
      entries: [{ series: 'Captain Science', number: '2', undecided: true }],
    }
    const { id } = await room.admin.post<{ id: string }>('/api/v1/readlists/files/import', body)
    // This browser does not hear of the change.
    await page.route('**/api/v1/events?*', () => undefined)
    await page.goto(`/lists/readlists/${id}`)
    const match = page.getByRole('button', { name: 'Match 1 book' })
    await match.waitFor()
    const entries = await room.admin.get<{ data: { id: string }[] }>(`/api/v1/readlists/${id}/entries`)
    const entry = entries.data[0]?.id
    await room.admin.put(`/api/v1/readlists/${id}/entries/${entry}/book`, { bookId: null, decline: true })
    await match.click()
    await page.getByText('All books are matched.').waitFor()
    await match.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(0)
  }))

test('the matching screen fits every width in both themes', async () => {
  for (const viewport of Object.keys(VIEWPORTS) as (keyof typeof VIEWPORTS)[]) {
    for (const scheme of ['light', 'dark'] as const) {
      await room.visit(`list-matching-${viewport}`, { ...DESKTOP, viewport, scheme }, async ({ page }) => {
        const isGerman = viewport === 'phone' && scheme === 'dark'
        if (isGerman) await page.addInitScript(() => localStorage.setItem('octavo.language', 'de'))
        await page.goto('/lists/readlists')
        await page.getByRole('button', { name: isGerman ? 'Liste importieren' : 'Import a list' }).click()
        await page.locator('input[type=file]').setInputFiles(file)
        await page.getByRole('dialog').getByRole('radio').first().waitFor()
        await settled(page)
        expect(await overflow(page)).toBe(0)
        expect(await axeFindings(page, '[role=dialog]', 'colours')).toEqual([])
        await saveScreenshot(page, `list-matching-${viewport}-${scheme}`)
      })
    }
  }
})
