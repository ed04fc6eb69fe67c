// The want-to-read queue, arranged by keys and by dragging; a list arranged by two people; and the reading history.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { CollectionDto } from '@octavo/contract/collection'
import type { ReadListEntryDto } from '@octavo/contract/read-list'
import type { WantToReadListResponse } from '@octavo/contract/want-to-read'
import { seriesNamed } from '../api/catalogue'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { addAccount } from './accounts'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      const files = ['Akira/Akira 01', 'Saga/Saga 01', 'Tide/Tide 01'].map(
        async name => [`${name}.cbz`, await comic({ pages: 12 })] as const,
      )
      writeLibrary(folder, Object.fromEntries(await Promise.all(files)))
    },
  })
})
afterAll(() => room?.close())

const order = async () => {
  const { items } = await room.admin.get<WantToReadListResponse>('/api/v1/want-to-read?sort=custom&full=true')
  return items.map(({ series, book }) => series?.title ?? book?.title)
}

test('series and books are added to the queue, and reordered by keyboard and dragging', async () => {
  const { id } = await seriesNamed(room.admin, 'Akira')
  const books = await room.books()
  const idOf = (title: string) => books.find(book => book.title.startsWith(title))?.id ?? ''
  await room.visit('queue', { ...DESKTOP, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/series/${id}`)
    await page.getByRole('button', { name: 'Want to read', exact: true }).click()
    await page.getByText('Akira added to Want to read').waitFor()
    await page.getByRole('button', { name: 'Remove from Want to read' }).waitFor()
    for (const title of ['Saga', 'Tide']) {
      await page.goto(`/books/${idOf(title)}`)
      await page.getByRole('button', { name: 'Want to read', exact: true }).click()
      await page.getByRole('button', { name: 'Remove from Want to read' }).waitFor()
    }
    await settled(page)
    await saveScreenshot(page, 'wanted-book-desktop')
    await page.getByRole('link', { name: 'Want to read' }).first().click()
    const list = page.getByRole('list', { name: 'Want to read' })
    const titles = () => list.getByRole('link').allTextContents()
    await until(titles, found => found.length === 3)
    const first = await titles()
    await settled(page)
    await saveScreenshot(page, 'queue-desktop')
    expect(await axeFindings(page)).toEqual([])
    const last = first[2] ?? ''
    await list.getByRole('button', { name: `Drag ${last}` }).press('Home')
    await until(order, found => found[0] === last)
    await page.getByText(`${last} is now number 1 of 3`).waitFor({ state: 'attached' })
    // At the top, it does not lose the focus.
    const second = (await until(titles, found => found[0] === last))[1]
    const up = list.getByRole('button', { name: `Move ${second} up` })
    await up.press('Enter')
    await until(order, found => found[0] === second)
    await up.and(page.locator(':focus')).press('Enter')
    await list.getByRole('button', { name: `Move ${last} up` }).press('Enter')
    await until(order, found => found[0] === last)
    const grip = await list.getByRole('button', { name: `Drag ${last}` }).boundingBox()
    const target = await list.getByRole('listitem').last().boundingBox()
    if (!grip || !target) throw new Error('the rows are not shown')
    await page.mouse.move(grip.x + 10, grip.y + 10)
    await page.mouse.down()
    await page.mouse.move(grip.x + 10, target.y + target.height - 5, { steps: 8 })
    await page.mouse.up()
    await until(order, found => found[2] === last)
    await page.getByRole('button', { name: `Remove ${last}` }).click()
    const previous = (await until(order, found => found.length === 2)).at(-1)
    await page
      .getByRole('button', { name: `Remove ${previous}` })
      .and(page.locator(':focus'))
      .waitFor()
    const removed = page.getByRole('status').filter({ hasText: `${last} removed from Want to read` })
    await removed.getByRole('button', { name: 'Undo' }).click()
    await until(order, found => found.length === 3)
  })
  await room.visit('queue-phone', { ...PHONE, scheme: 'dark' }, async ({ page }) => {
    await page.goto('/want-to-read')
    const list = page.getByRole('list', { name: 'Want to read' })
    await list
      .getByRole('button', { name: /^Remove / })
      .first()
      .click()
    await until(order, found => found.length === 2)
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
    await until(order, found => found.length === 3)
    // Places for messages do not cover the page.
    await list.getByRole('link').first().click({ trial: true, timeout: 5000 })
    const leaves = page.getByRole('switch', { name: /Remove finished series and books/ })
    await leaves.click({ force: true })
    await until(() => leaves.isChecked(), Boolean)
    await settled(page)
    await saveScreenshot(page, 'queue-phone')
    expect(await axeFindings(page)).toEqual([])
    await room.admin.post(`/api/v1/books/${idOf('Saga')}/read`)
    await until(order, found => found.length === 2)
  })
})

test('what another device has added meanwhile is not added again', () =>
  room.visit('want-to-read-already', DESKTOP, async ({ page, forget }) => {
    const { id } = await seriesNamed(room.admin, 'Akira')
    await room.admin.delete(`/api/v1/want-to-read/series/${id}`)
    // The page does not hear of the other device.
    await page.route('**/api/v1/events*', route => route.abort())
    // An answer from before, which arrives late.
    const [early, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      '**/api/v1/want-to-read',
      async route => {
        const response = await route.fetch()
        early.resolve()
        await late.promise
        await route.fulfill({ response }).catch(() => undefined)
      },
      { times: 1 },
    )
    await page.goto('/library?filter=title.contains:Akira')
    await page.locator('[data-index="0"] a').focus()
    await page.keyboard.press('x')
    const add = page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Want to read' })
    await add.waitFor()
    await early.promise
    await room.admin.post('/api/v1/want-to-read/bulk', { seriesIds: [id] })
    const before = await order()
    await add.click()
    late.resolve()
    await page.getByText('Already in Want to read').waitFor()
    expect(await order()).toEqual(before)
    forget()
  }))

test('a held key removes one row of the queue, and the focus stays in it', () =>
  room.visit('want-to-read-held', DESKTOP, async ({ page }) => {
    const { data } = await room.admin.get<{ data: { id: string }[] }>('/api/v1/series?pageSize=3')
    await room.admin.post('/api/v1/want-to-read/bulk', { seriesIds: data.map(({ id }) => id) })
    const sent: string[] = []
    await page.route('**/api/v1/want-to-read/**', async route => {
      if (route.request().method() === 'DELETE') {
        sent.push(route.request().url())
        await Bun.sleep(400)
      }
      await route.continue()
    })
    const remove = page.getByRole('button', { name: /^Remove / })
    const shown = (count: number) =>
      until(
        () => remove.count(),
        now => now === count,
      )
    const { length } = await order()
    await page.goto('/want-to-read')
    await shown(length)
    await remove.first().focus()
    for (let press = 0; press < 6; press++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await shown(length - 1)
    expect(sent).toHaveLength(1)

    // The last two: the second is removed while the first is still shown.
    await remove.nth(length - 3).focus()
    for (let press = 0; press < 2; press++) await page.keyboard.press('Enter')
    await shown(length - 3)
    await remove.and(page.locator(':focus')).waitFor()
    expect(sent).toHaveLength(3)
  }))

test('a book shows how often it was read and each device’s place, and continues from there', async () => {
  const book = (await room.books()).find(({ title }) => title.startsWith('Tide'))
  const id = book?.id ?? ''
  const put = (currentPage: number, device: string) =>
    room.admin.fetch(`/api/v1/books/${id}/progress`, {
      method: 'PUT',
      body: JSON.stringify({ currentPage, deliberate: true }),
      headers: { 'content-type': 'application/json', 'X-Codex-Device-Id': device },
    })
  await room.admin.post(`/api/v1/books/${id}/read`)
  await room.admin.post(`/api/v1/books/${id}/unread`)
  await put(8, 'phone')
  await put(3, 'tablet')
  await room.visit('history', { ...DESKTOP, scheme: 'dark' }, async ({ page }) => {
    await page.goto(`/books/${id}`)
    const part = page.getByRole('region', { name: 'Reading history' })
    await part.getByRole('heading', { name: 'Read once' }).waitFor()
    await part.scrollIntoViewIfNeeded()
    await settled(page)
    await saveScreenshot(page, 'history-of-book-desktop')
    expect(await axeFindings(page, 'article')).toEqual([])
    await part.getByRole('button', { name: 'Continue from page 8' }).click()
    await page.waitForURL(`**/books/${id}/read**`)
    await until(
      () => room.admin.get<{ currentPage: number }>(`/api/v1/books/${id}/progress`),
      ({ currentPage }) => currentPage === 8,
    )
  })
  await room.visit('history-phone', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.goto('/history')
    const list = page.getByRole('list', { name: 'Reading history' })
    await list.getByRole('link').first().waitFor()
    await settled(page)
    await saveScreenshot(page, 'history-phone')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete history' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'Nothing finished yet' }).waitFor()
  })
})

test('what others remove while a list is arranged stays removed; undo brings back order, sections and removed books', async () => {
  const { id } = await room.admin.post<{ id: string }>('/api/v1/readlists', { name: 'Tides', visibility: 'private' })
  const address = `/api/v1/readlists/${id}`
  const books = await Promise.all(['Akira', 'Saga', 'Tide'].map(room.book))
  await room.admin.post(`${address}/books`, { bookIds: books.map(book => book.id) })
  await room.admin.put(`${address}/books/${books[0]?.id}/section`, { section: 'Ebb' })
  const entries = async () => {
    const { data } = await room.admin.get<{ data: ReadListEntryDto[] }>(`${address}/entries`)
    return data.map(({ section, book }) => [section, book?.title].filter(Boolean).join(': '))
  }
  await room.visit('list-arranged-by-two', DESKTOP, async ({ page }) => {
    const [akira, saga, tide] = books.map(({ title }) => title)
    await page.goto(`/lists/readlists/${id}`)
    await page.getByRole('button', { name: 'Arrange' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: `Move ${tide} up` }).click()
    await dialog.getByRole('button', { name: `Remove ${akira} from the list` }).click()
    await room.admin.delete(`${address}/books/${(await room.book(saga ?? '')).id}`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await entries()).toEqual([`Ebb: ${tide}`])
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(entries, now => now.join() === [`Ebb: ${akira}`, tide].join())
  })
})

test('two people change the name and the description of a list at once, and both stay', async () => {
  const { id } = await room.admin.post<{ id: string }>('/api/v1/collections', { name: 'Ebb', visibility: 'private' })
  const address = `/api/v1/collections/${id}`
  await room.visit('list-edited-by-two', DESKTOP, async ({ page }) => {
    await page.goto(`/lists/collections/${id}`)
    await page.getByRole('button', { name: 'More actions for Ebb' }).click()
    await page.getByRole('menuitem', { name: 'Edit list' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Flood')
    await room.admin.patch(address, { summary: 'By somebody else', ordered: true })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'Flood' }).waitFor()
    await page.getByText('By somebody else').waitFor()
  })
  const { name, summary, ordered } = await room.admin.get<CollectionDto>(address)
  expect([name, summary, ordered]).toEqual(['Flood', 'By somebody else', true])
})

test('the page of a list that its owner deletes or stops sharing shows it no more', async () => {
  const password = await addAccount(room.octavo, 'gull', 'reader')
  const list = { name: 'Low water', visibility: 'public' }
  await room.visitAsStranger('list-gone', DESKTOP, async ({ page, forget }) => {
    await page.goto('/sign-in')
    await page.getByLabel('User name or e-mail').fill('gull')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    for (const how of ['deleted', 'private']) {
      const { id } = await room.admin.post<{ id: string }>('/api/v1/collections', list)
      await page.goto(`/lists/collections/${id}`)
      await page.getByRole('heading', { level: 1, name: 'Low water' }).waitFor()
      await settled(page)
      const address = `/api/v1/collections/${id}`
      if (how === 'deleted') await room.admin.delete(address)
      else await room.admin.put(`${address}/sharing`, { visibility: 'private', users: [], groups: [] })
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    }
    forget()
  })
})
