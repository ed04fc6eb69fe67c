// Collections and reading lists: created, filled from menus, arranged, imported and shared, on a desktop and a phone.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { seriesNamed } from '../api/catalogue'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, pageOnScreen, type ReadingRoom, settled } from './reading-room'
import { smallTargets } from './touch-targets'

setDefaultTimeout(90_000)

const CBL = `<?xml version="1.0"?><ReadingList><Name>Night event</Name><Books>
  <Book Series="Star Coal" Number="1"/><Book Series="Night Ferry" Number="2"/><Book Series="Ghost" Number="7" Year="1999"/>
</Books></ReadingList>`

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const book = await comic({ pages: 2 })
      writeLibrary(folder, {
        'Night Ferry/Night Ferry 01.cbz': book,
        'Night Ferry/Night Ferry 02.cbz': await comic({ pages: 3 }),
        'Salt Road/Salt Road 01.cbz': await comic({ pages: 4 }),
        'Star Coal/Star Coal 01.cbz': await comic({ pages: 5 }),
      })
    },
  })
})
afterAll(() => room?.close())

test('a collection is made, filled from the menu of a series, arranged, shared and deleted', () =>
  room.visit('collections', DESKTOP, async ({ page }) => {
    await page.goto('/lists')
    await page.getByRole('heading', { level: 1, name: 'Collections' }).waitFor()
    await page.getByText('No collections yet').waitFor()
    await page.getByRole('button', { name: 'New collection' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('At sea')
    await page.getByRole('dialog').getByText('Use my own order').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'At sea' }).waitFor()
    await page.getByText('This list is empty').waitFor()
    expect(await page.getByRole('button', { name: 'Arrange' }).count()).toBe(0)

    await page.goto('/library')
    for (const title of ['Night Ferry', 'Salt Road', 'Star Coal']) {
      await page.getByRole('button', { name: `More actions for ${title}` }).press('Enter')
      await page.getByRole('menuitem', { name: 'Add to list…' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Lists' }).click()
    await page.getByRole('link', { name: /At sea/ }).click()
    await page.getByText('3 series · Private').waitFor()
    const titles = () => page.getByRole('region', { name: 'At sea' }).getByRole('listitem').allInnerTexts()
    await page.getByRole('region', { name: 'At sea' }).getByRole('listitem').nth(2).waitFor()
    expect((await titles()).map(text => text.split('\n')[0])).toEqual(['Night Ferry', 'Salt Road', 'Star Coal'])
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('button', { name: 'Arrange' }).click()
    const dialog = page.getByRole('dialog')
    const up = dialog.getByRole('button', { name: 'Move Star Coal up' })
    await up.click()
    // It cannot go further, and the focus stays.
    await up.press('Enter')
    expect(await dialog.getByRole('listitem').first().innerText()).toContain('Star Coal')
    expect(await up.evaluate(button => button === document.activeElement)).toBe(true)
    // With a row its button goes: the focus is on the next one's, on the last one's, on the dialog.
    await dialog.getByRole('button', { name: 'Remove Night Ferry from the list' }).press('Enter')
    await dialog.locator('button:focus[aria-label="Remove Salt Road from the list"]').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('2 series · Private').waitFor()
    expect((await titles()).map(text => text.split('\n')[0])).toEqual(['Star Coal', 'Salt Road'])

    await page.getByRole('button', { name: 'Arrange' }).click()
    await dialog.getByRole('button', { name: 'Remove Salt Road from the list' }).press('Enter')
    await dialog.locator('button:focus[aria-label="Remove Star Coal from the list"]').press('Enter')
    await page.locator('[role=dialog]:focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await page.getByRole('button', { name: 'More actions for At sea' }).click()
    await page.getByRole('menuitem', { name: 'Sharing' }).click()
    await dialog.getByText('Public').click()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 series · Public').waitFor()

    await page.getByRole('button', { name: 'More actions for At sea' }).click()
    await page.getByRole('menuitem', { name: 'Delete list' }).click()
    await dialog.getByRole('button', { name: 'Delete list' }).click()
    await page.getByText('No collections yet').waitFor()
  }))

test('what was added to a list is removed again by undo, and nothing else', async () => {
  const { id: seriesId } = await seriesNamed(room.admin, 'Night Ferry')
  const { id } = await room.admin.post<{ id: string }>('/api/v1/collections', { name: 'Rain', visibility: 'private' })
  await room.admin.post(`/api/v1/collections/${id}/series`, { seriesIds: [seriesId] })
  const titles = async () =>
    (await room.admin.get<{ title: string }[]>(`/api/v1/collections/${id}/series`)).map(({ title }) => title)
  await room.visit('list-undo', { ...DESKTOP, viewport: 'phone' }, async ({ page }) => {
    const dialog = page.getByRole('dialog')
    const undo = page.getByRole('button', { name: 'Undo' })
    const add = async () => {
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Add to list…' }).click()
      await dialog.getByRole('button', { name: 'Add' }).click()
    }
    await page.goto('/library')
    for (const at of [0, 1]) {
      await page.locator(`[data-index="${at}"] a`).focus()
      await page.keyboard.press('x')
    }
    await add()
    await page.getByText('1 series added to Rain').waitFor()
    expect(await titles()).toEqual(['Night Ferry', 'Salt Road'])
    await settled(page)
    await saveScreenshot(page, 'list-undo-phone')
    expect(await axeFindings(page)).toEqual([])
    const sent: string[] = []
    page.on('request', request => request.method() !== 'GET' && sent.push(new URL(request.url()).pathname))
    await undo.click()
    await until(titles, left => left.length === 1)
    expect(await titles()).toEqual(['Night Ferry'])
    expect(sent).toEqual([`/api/v1/collections/${id}/series/remove`])

    // With the first item alone, there is nothing to undo.
    await page.locator('[data-index="1"] a').focus()
    await page.keyboard.press('x')
    await add()
    await page.getByText('Already in Rain').waitFor()
    expect(await undo.count()).toBe(0)

    // A new list goes with what was added.
    await page.goto('/library?show=books')
    await page.locator('[data-index="0"] a').focus()
    await page.keyboard.press('x')
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Add to list…' }).click()
    await dialog.getByLabel('Name').fill('By train')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByText('1 book added to By train').waitFor()
    const lists = () => room.admin.get<{ total: number }>('/api/v1/readlists')
    expect((await lists()).total).toBe(1)
    await undo.click()
    await until(lists, ({ total }) => total === 0)

    // What was added to it since stays, and so does the list.
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Add to list…' }).click()
    await dialog.getByLabel('Name').fill('By boat')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByText('1 book added to By boat').waitFor()
    const [made] = (await room.admin.get<{ items: { id: string }[] }>('/api/v1/readlists')).items
    const path = `/api/v1/readlists/${made?.id}`
    const books = () => room.admin.get<{ id: string }[]>(`${path}/books`)
    const [added] = await books()
    const later = (await room.books()).find(book => book.id !== added?.id)?.id ?? ''
    await room.admin.post(`${path}/books`, { bookIds: [later] })
    await undo.click()
    await until(books, left => left.length === 1)
    await settled(page)
    expect((await books()).map(book => book.id)).toEqual([later])
    await room.admin.delete(path)
  })
  await room.admin.delete(`/api/v1/collections/${id}`)
})

test('collections and reading lists are rows of the home page', async () => {
  const { id: seriesId } = await seriesNamed(room.admin, 'Salt Road')
  const bookIds = (await room.books()).filter(({ title }) => title.startsWith('Night Ferry')).map(({ id }) => id)
  const make = (kind: string, name: string) =>
    room.admin.post<{ id: string }>(`/api/v1/${kind}`, { name, visibility: 'private' })
  const collection = await make('collections', 'Rainy days')
  const list = await make('readlists', 'By boat')
  await room.admin.post(`/api/v1/collections/${collection.id}/series`, { seriesIds: [seriesId] })
  await room.admin.post(`/api/v1/readlists/${list.id}/books`, { bookIds })
  await room.visit('lists-home', DESKTOP, async ({ page }) => {
    await page.goto('/')
    await page
      .getByRole('region', { name: 'Collections' })
      .getByRole('link', { name: /Rainy days/ })
      .waitFor()
    const lists = page.getByRole('region', { name: 'Reading lists' })
    await lists.getByRole('link', { name: /By boat/ }).scrollIntoViewIfNeeded()
    await lists.getByText('2 books').waitFor()
    await settled(page)
    await saveScreenshot(page, 'lists-home')
    expect(await axeFindings(page)).toEqual([])
    await lists.getByRole('link', { name: /By boat/ }).click()
    await page.getByRole('heading', { level: 1, name: 'By boat' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Customise home' }).click()
    await page.getByRole('dialog').getByText('Reading lists', { exact: true }).waitFor()
  })
  await room.admin.delete(`/api/v1/collections/${collection.id}`)
  await room.admin.delete(`/api/v1/readlists/${list.id}`)
})

test('a list with a rule says what it shows, also when the saved filter is gone', async () => {
  const condition = { title: { operator: 'contains', value: 'Ferry' } }
  const body = { name: 'By night', condition, visibility: 'private' }
  const { id } = await room.admin.post<{ id: string }>('/api/v1/collections', body)
  await room.visit('list-rule', DESKTOP, async ({ page }) => {
    await page.goto(`/lists/collections/${id}`)
    await page.getByRole('button', { name: 'Edit list' }).click()
    await page.getByRole('dialog').getByText('Title contains “Ferry”').waitFor()
    await saveScreenshot(page, 'list-rule')
  })
  await room.admin.delete(`/api/v1/collections/${id}`)
})

test('a CBL file becomes a reading list with missing items in their places', () =>
  room.visit('reading-lists', { ...DESKTOP, viewport: 'phone' }, async ({ page, forget }) => {
    await page.goto('/lists/readlists')
    await page.getByRole('button', { name: 'Import a list' }).click()
    const dialog = page.getByRole('dialog')
    const file = { name: 'event.cbl', mimeType: 'application/xml', buffer: Buffer.from(CBL) }
    await page.locator('input[type=file]').setInputFiles(file)
    await dialog.getByText('2 found, 0 unclear, 1 not found').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByText('Ghost #7').waitFor()
    await saveScreenshot(page, 'list-import-phone')
    // A book under another name is found by hand, and taken back.
    await dialog.getByRole('button', { name: 'Find a book for Ghost #7' }).click()
    const search = dialog.getByRole('textbox', { name: 'Find a book for Ghost #7' })
    await dialog.getByText('No books found').waitFor()
    await search.fill('Salt Road')
    await dialog.getByRole('button', { name: /Salt Road 01/ }).waitFor()
    await saveScreenshot(page, 'list-import-search-phone')
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: /Salt Road 01/ }).click()
    const books = dialog.getByRole('group', { name: 'Book for Ghost #7' })
    await books.getByRole('radio', { name: /Salt Road 01/, checked: true }).waitFor()
    await books.getByRole('radio', { name: 'None of these' }).check()
    await dialog.getByRole('button', { name: 'Create list' }).click()
    await page.getByRole('heading', { level: 1, name: 'Night event' }).waitFor()
    await page.getByText('Ghost #7').waitFor()
    await page.getByText('2 books · 1 book not in your library · Private').waitFor()
    const rows = await page.getByRole('region', { name: 'Night event' }).getByRole('listitem').allInnerTexts()
    expect(rows.map(text => text.split('\n')[0])).toEqual([
      expect.stringContaining('Star Coal'),
      expect.stringContaining('Night Ferry'),
      'Ghost #7',
    ])
    expect(await axeFindings(page)).toEqual([])

    // The missing book is chosen later, and taken back.
    await page.getByRole('button', { name: 'Choose book for Ghost #7' }).click()
    await dialog.getByRole('heading', { name: 'Book for Ghost #7' }).waitFor()
    await dialog.getByText('No books found').waitFor()
    await dialog.getByRole('textbox').fill('Star Coal')
    await dialog.getByRole('button', { name: /Star Coal 01/ }).click()
    await dialog.getByText('This book is already in the list.').waitFor()
    forget()
    await dialog.getByRole('textbox').fill('Salt Road')
    await dialog.getByRole('button', { name: /Salt Road 01/ }).waitFor()
    await settled(page)
    await saveScreenshot(page, 'list-choose-book-phone')
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: /Salt Road 01/ }).click()
    await page.getByText('3 books · Private').waitFor()
    await page.getByText('Book chosen for Ghost #7').waitFor()
    await settled(page)
    await saveScreenshot(page, 'list-chosen-phone')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('2 books · 1 book not in your library · Private').waitFor()

    // Star Coal is the last of its series; the list goes on.
    await page.getByRole('link', { name: 'Read', exact: true }).click()
    await pageOnScreen(page, 1).waitFor()
    expect(page.url()).toContain('list=')
    const end = page.getByRole('region', { name: 'End of book' })
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await end.getByRole('button', { name: /Read next in the list.*Night Ferry/ }).click()
    await pageOnScreen(page, 1).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowRight')
    await end.getByText('That was the last book of the list.').waitFor()
    await end.getByRole('button', { name: 'Go to reading list' }).click()
    await page.getByRole('heading', { level: 1, name: 'Night event' }).waitFor()
  }))

test('a row is dragged beyond the edge of a long list, which scrolls meanwhile', async () => {
  const entries = Array.from({ length: 40 }, (_, n) => ({ series: 'Far', number: String(n + 1), bookId: null }))
  const body = { name: 'Long', visibility: 'private', entries }
  const { id } = await room.admin.post<{ id: string }>('/api/v1/readlists/files/import', body)
  await room.visit('long-list', DESKTOP, async ({ page }) => {
    await page.goto(`/lists/readlists/${id}`)
    await page.getByRole('button', { name: 'Arrange' }).click()
    const rows = page.getByRole('dialog').getByRole('list').getByRole('listitem')
    await rows.nth(39).waitFor({ state: 'attached' })
    const grip = await rows.first().getByTitle('Move Far #1', { exact: true }).boundingBox()
    const frame = page.viewportSize()
    if (!grip || !frame) throw new Error('There is no row')
    await page.mouse.move(grip.x + 5, grip.y + 5)
    await page.mouse.down()
    await page.mouse.move(grip.x + 5, frame.height - 10, { steps: 5 })
    await rows.nth(39).getByText('Far #1', { exact: true }).waitFor({ timeout: 30_000 })
    await page.mouse.up()
  })
})

test('the dialog of a very long list says that it shows the first part', async () => {
  const entries = Array.from({ length: 502 }, (_, n) => ({ series: 'Far', number: String(n + 1), bookId: null }))
  const body = { name: 'Endless', visibility: 'private', entries }
  const { id } = await room.admin.post<{ id: string }>('/api/v1/readlists/files/import', body)
  await room.visit('endless-list', { ...DESKTOP, viewport: 'phone' }, async ({ page }) => {
    await page.goto(`/lists/readlists/${id}`)
    await page.getByRole('button', { name: 'Arrange' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('These are the first 500 of 502. The rest stay in their current order.').waitFor()
    await settled(page)
    await saveScreenshot(page, 'list-arrange-long-phone')
    // A heading has a field only where there is one: on a phone most of the list is in sight.
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Add a section heading above Far #3', exact: true }).click()
    await page.keyboard.type('Later')
    expect(await dialog.getByRole('textbox').inputValue()).toBe('Later')
    await settled(page)
    await saveScreenshot(page, 'list-heading-phone')
    expect(await smallTargets(page, '[role=dialog] li:nth-child(-n + 4)')).toEqual([])
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Move Far #1 down', exact: true }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { level: 2, name: 'Later' }).waitFor()
  })
  const sent = await room.admin.get<{ data: { wanted: { number: string } }[] }>(
    `/api/v1/readlists/${id}/entries?pageSize=500&page=2`,
  )
  expect(sent.data.map(({ wanted }) => wanted.number)).toEqual(['501', '502'])
})
