// People, genres and tags as pages: from a chip of a series to its page, merged by a person, on a desktop and a phone.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { FacetDetailDto, FacetDto } from '@octavo/contract/facet'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const of = (comicInfo: Record<string, string>) => comic({ pages: 2, comicInfo })
      writeLibrary(folder, {
        'Night Ferry/Night Ferry 01.cbz': await of({ Writer: 'Émile Marlowe', Genre: 'Mystery, Sci-Fi' }),
        'Salt Road/Salt Road 01.cbz': await of({ Writer: 'Tom Berg', Genre: 'Adventure', Tags: 'sea, سفر' }),
        'Star Coal/Star Coal 01.cbz': await of({ Writer: 'Émile Marlowe', Genre: 'Science Fiction' }),
      })
    },
  })
})
afterAll(() => room?.close())

test('a genre links to its page, and two spellings are merged', () =>
  room.visit('names', DESKTOP, async ({ page }) => {
    await page.goto('/browse')
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await page.getByText('2 names').waitFor()
    expect(await page.getByRole('main').getByRole('listitem').allInnerTexts()).toEqual([
      'TB\nTom Berg\n1 series · 1 book',
      'ÉM\nÉmile Marlowe\n2 series · 2 books',
    ])
    await page.getByRole('navigation', { name: 'Browse' }).getByRole('link', { name: 'Genres' }).click()
    await page.getByText('4 names').waitFor()
    await page.getByRole('searchbox').fill('fic')
    await page.getByText('1 name', { exact: true }).waitFor()
    await page.getByRole('link', { name: /Science Fiction/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Science Fiction' }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('button', { name: 'More actions for Science Fiction' }).click()
    await page.getByRole('menuitem', { name: 'Merge other names' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill('zzz')
    await dialog.getByText('No other name matches.', { exact: false }).waitFor()
    await dialog.getByRole('searchbox').fill('')
    await dialog.getByRole('checkbox', { name: 'Sci-Fi' }).check()
    await dialog.getByText('Changes 1 book in 1 series.').waitFor()
    await dialog.getByRole('button', { name: 'Merge 1 name' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 2, name: '2 series' }).waitFor()
    await page.getByText('Sci-Fi', { exact: true }).waitFor()

    // From a series back to the name.
    await page.getByRole('main').getByRole('link', { name: 'Night Ferry' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Night Ferry' }).waitFor()
    await page.getByRole('link', { name: 'Émile Marlowe' }).click()
    await page.getByRole('heading', { level: 1, name: 'Émile Marlowe' }).waitFor()
    await page.getByText('Writer (2)').waitFor()

    // People without a picture have their initials, and no cover of a book.
    await page.goto('/browse/people')
    const person = page.getByRole('link', { name: /Émile Marlowe/ })
    await person.getByText('ÉM', { exact: true }).waitFor()
    expect(await person.locator('img').count()).toBe(0)
    await saveScreenshot(page, 'names-initials')
    expect(await axeFindings(page)).toEqual([])
    await person.click()
    await page.getByRole('heading', { level: 1, name: 'Émile Marlowe' }).waitFor()
    await page.getByRole('heading', { level: 2, name: '2 series' }).waitFor()
    await page.getByText('ÉM', { exact: true }).waitFor()
    expect(await page.getByRole('article').locator('img[src*="/facets/"]').count()).toBe(0)
    await saveScreenshot(page, 'names-initials-page')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Notes', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Notes', exact: true }).waitFor()
  }))

test('the tab of the kind that is shown is in sight on a phone', () =>
  room.visit('names-tab', PHONE, async ({ page }) => {
    await page.goto('/browse/story-arcs')
    const tab = page.getByRole('link', { name: 'Story arcs' })
    await tab.waitFor()
    const box = await tab.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  }))

test('a name in Arabic is aligned with the line below it', () =>
  room.visit('names-arabic', PHONE, async ({ page }) => {
    await page.goto('/browse/tags')
    const name = page.getByText('سفر', { exact: true })
    await name.waitFor()
    const [left, lineLeft] = await name.evaluate(one => {
      const text = document.createRange()
      text.selectNodeContents(one)
      const line = one.nextElementSibling ?? one
      return [text.getBoundingClientRect().left, line.getBoundingClientRect().left]
    })
    expect(left).toBe(lineLeft)
  }))

test('what others change in a name while it is edited stays; a rename and a merge are undone from their messages', () =>
  room.visit('names-undo', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    const named = async (name: string) => {
      const { data } = await room.admin.get<{ data: FacetDto[] }>(`/api/v1/facets/genre?q=${name}`)
      return data.find(each => each.name === name)?.id ?? ''
    }
    const address = `/api/v1/facets/genre/${await named('Adventure')}`
    const now = async () => {
      const { name, description } = await room.admin.get<FacetDetailDto>(address)
      return [name, description]
    }
    await page.goto('/browse/genres')
    await page.getByRole('link', { name: /Adventure/ }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Adventures')
    await room.admin.patch(address, { description: 'By somebody else' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await now()).toEqual(['Adventures', 'By somebody else'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(now, ([name]) => name === 'Adventure')
    await page.getByRole('heading', { level: 1, name: 'Adventure', exact: true }).waitFor()

    await page.getByRole('button', { name: 'More actions for Adventure' }).click()
    await page.getByRole('menuitem', { name: 'Merge other names' }).click()
    await dialog.getByRole('checkbox', { name: 'Mystery' }).check()
    await dialog.getByRole('button', { name: 'Merge 1 name' }).click()
    await page.getByText('Merged into “Adventure”').waitFor()
    expect(await named('Mystery')).toBe('')
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await until(
      () => named('Mystery'),
      id => id !== '',
    )
  }))
