// Rating series and books, pasting the address of another site, the list of ratings, and a template with its preview.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookExternalIdListResponse } from '@octavo/contract/external'
import type { UserRatingsListResponse } from '@octavo/contract/rating'
import type { WantToReadListResponse } from '@octavo/contract/want-to-read'
import type { z } from 'zod'
import { seriesNamed } from '../api/catalogue'
import { comic, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder =>
      writeLibrary(folder, {
        'Saga/Saga 01.cbz': await comic({ pages: 1, comicInfo: { CommunityRating: '3.5' } }),
        'Tales/Tales 01.cbz': await comic({ pages: 2 }),
      }),
  })
})
afterAll(() => room?.close())

test('a series is rated with stars and notes, and is in the list of ratings', async () => {
  const { id } = await seriesNamed(room.admin, 'Saga')
  await room.visit('rating', { ...DESKTOP, scheme: 'dark' }, async ({ page }) => {
    await page.goto(`/series/${id}`)
    const rating = page.getByRole('region', { name: 'Rating', exact: true })
    const none = rating.getByRole('radio', { name: 'No rating' })
    await rating.getByRole('radio', { name: 'No rating', checked: true }).waitFor({ state: 'attached' })
    await rating.getByRole('radio', { name: '4 stars', exact: true }).press('Space')
    await rating.getByRole('status').getByText('4 / 5', { exact: true }).waitFor()
    await none.press('Space')
    await rating.getByRole('status').getByText('My rating', { exact: true }).waitFor()
    await rating.getByRole('radio', { name: '4 stars', exact: true }).press('Space')
    await rating.getByText('4 / 5', { exact: true }).waitFor()
    // Its own button goes with it: the focus is on the chosen star.
    await rating.getByRole('button', { name: 'Delete rating' }).press('Enter')
    await none.and(page.locator(':focus')).waitFor({ state: 'attached' })
    await rating.getByRole('radio', { name: '4.5 stars' }).press('Space')
    await rating.getByText('4.5 / 5', { exact: true }).waitFor()
    await rating.getByRole('button', { name: 'Add notes' }).click()
    await rating.getByLabel('Notes').and(page.locator(':focus')).fill('The drawings!')
    await rating.getByRole('button', { name: 'Save' }).press('Enter')
    await rating.getByRole('button', { name: 'Notes' }).and(page.locator(':focus')).waitFor()
    await rating.getByText('The drawings!', { exact: true }).waitFor()
    await rating.getByText('Average 4.5 / 5 from 1 rating').waitFor()
    await settled(page)
    await saveScreenshot(page, 'rating-desktop')
    expect(await axeFindings(page, 'article')).toEqual([])
    const { ratings } = await room.admin.get<z.infer<typeof UserRatingsListResponse>>('/api/v1/user/ratings')
    expect(ratings).toMatchObject([{ seriesId: id, rating: 90, notes: 'The drawings!' }])
    await page.goto('/ratings')
    await page.getByRole('link', { name: 'Saga' }).waitFor()
    await page.getByText('4.5 / 5').waitFor()
    await settled(page)
    await saveScreenshot(page, 'ratings-desktop')
    expect(await axeFindings(page)).toEqual([])

    for (const view of ['grid', 'list', 'table']) {
      await page.goto(`/library?sort=rating,desc&view=${view}`)
      await page.getByRole('link', { name: /^Saga/ }).getByText('4.5 / 5').waitFor()
      await settled(page)
      await saveScreenshot(page, `sorted-by-rating-${view}-desktop`)
    }
    await page.goto('/library?sort=community_rating,desc')
    await page.getByRole('link', { name: /^Saga/ }).getByText('4.5 / 5').waitFor()
    await page.goto('/library?show=books&sort=external_rating,desc')
    await page.getByRole('link', { name: /^Saga/ }).getByText('3.5 / 5').waitFor()
    await settled(page)
    await saveScreenshot(page, 'sorted-by-rating-of-others-desktop')
    await page.goto('/library')
    await page.getByRole('link', { name: /^Saga/ }).waitFor()
    expect(await page.getByText('4.5 / 5').count()).toBe(0)
  })
})

test('the rating in a comic’s file is shown as stars, and not as that of a site', async () => {
  const [book] = await room.books()
  await room.visit('rating-of-file', DESKTOP, async ({ page }) => {
    await page.goto(`/books/${book?.id}`)
    const rating = page.getByRole('region', { name: 'Rating', exact: true })
    await rating.getByText('In the file: 3.5 / 5', { exact: true }).waitFor()
    expect(await page.getByRole('region', { name: 'On other sites' }).count()).toBe(0)
  })
})

test('the page of ratings shows rows while it loads', async () => {
  const answers = Promise.withResolvers<void>()
  await room.visit('ratings-loading', PHONE, async ({ page }) => {
    await page.route('**/api/v1/series/list*', async route => {
      await answers.promise
      await route.continue()
    })
    await page.goto('/ratings')
    const rows = page.locator('[aria-hidden="true"][class*="rows"]')
    await rows.waitFor()
    await settled(page)
    await saveScreenshot(page, 'ratings-loading-phone')
    answers.resolve()
    await page.getByRole('link', { name: 'Saga' }).waitFor()
    expect(await rows.count()).toBe(0)
  })
})

test('a book is rated in the menu of its card, several together from the selection, with undo', async () => {
  const [book] = await room.books()
  const { id } = await seriesNamed(room.admin, 'Saga')
  const rated = () => room.admin.get<z.infer<typeof UserRatingsListResponse>>('/api/v1/user/ratings')
  const before = (await rated()).ratings.find(each => each.seriesId === id)
  await room.visit('rating-menu', PHONE, async ({ page }) => {
    await page.goto('/library?show=books')
    await page.getByRole('button', { name: `More actions for ${book?.title}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Rate…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rate' })
    await dialog.getByRole('radio', { name: '3.5 stars' }).press('Space')
    await dialog.getByText('3.5 / 5', { exact: true }).waitFor()
    await settled(page)
    await saveScreenshot(page, 'rating-menu-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Rated 3.5 / 5').waitFor()
    expect(await room.admin.get<object>(`/api/v1/books/${book?.id}/rating`)).toMatchObject({ rating: 70 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(
      () => room.admin.fetch(`/api/v1/books/${book?.id}/rating`),
      answer => answer.status === 204,
    )
  })
  await room.visit('rating-selection', DESKTOP, async ({ page, forget }) => {
    await page.goto('/library')
    for (const name of ['Saga', 'Tales']) await page.getByRole('button', { name: `Select ${name}` }).press('Enter')
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Rate…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Rate 2 items' })
    await dialog.getByRole('radio', { name: '2 stars', exact: true }).press('Space')
    await settled(page)
    await saveScreenshot(page, 'rating-selection-desktop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 items rated 2 / 5').waitFor()
    expect((await rated()).ratings.map(each => each.rating)).toEqual([40, 40])
    expect((await rated()).ratings.find(each => each.seriesId === id)?.notes).toBe(before?.notes)
    await page.getByRole('button', { name: 'Undo' }).click()
    const after = await until(rated, ({ ratings }) => ratings.length === 1)
    expect(after.ratings).toMatchObject([{ seriesId: id, rating: before?.rating, notes: before?.notes }])

    // One of them has none: it is left out.
    await bar.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Rate…' }).click()
    await dialog.getByRole('button', { name: 'Delete rating' }).click()
    await until(rated, ({ ratings }) => ratings.length === 0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(rated, ({ ratings }) => ratings[0]?.notes === before?.notes)

    // A failure undoes what was sent before it.
    await page.route('**/rating', (route, request) =>
      request.url().includes(id) ? route.continue() : route.fulfill({ status: 500 }),
    )
    await bar.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Rate…' }).click()
    await dialog.getByRole('radio', { name: '1 star', exact: true }).press('Space')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').waitFor()
    expect((await rated()).ratings).toMatchObject([{ seriesId: id, rating: before?.rating, notes: before?.notes }])
    forget()
  })
})

test('selected series are added to Want to read, and the new ones taken out again', async () => {
  const wanted = () => room.admin.get<WantToReadListResponse>('/api/v1/want-to-read')
  const { id } = await seriesNamed(room.admin, 'Saga')
  await room.admin.post('/api/v1/want-to-read', { seriesId: id })
  await room.visit('want-selection', PHONE, async ({ page }) => {
    await page.goto('/library')
    await page.locator('[data-index="0"] a').focus()
    await page.keyboard.press('x')
    await page.locator('[data-index="1"] a').focus()
    await page.keyboard.press('x')
    const bar = page.getByRole('region', { name: 'Selection' })
    await settled(page)
    await saveScreenshot(page, 'want-selection-phone')
    expect(await axeFindings(page)).toEqual([])
    await bar.getByRole('button', { name: 'Want to read' }).click()
    await page.getByText('1 added to Want to read').waitFor()
    expect((await wanted()).total).toBe(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    const left = await until(wanted, ({ total }) => total === 1)
    expect(left.items).toMatchObject([{ seriesId: id }])
    // Two lines on a phone, not three: the selection, and the actions.
    expect(await bar.evaluate(element => element.clientHeight)).toBeLessThan(110)
  })
})

test('series that are all in Want to read are removed from it by the same button, with undo', async () => {
  const wanted = () => room.admin.get<WantToReadListResponse>('/api/v1/want-to-read')
  for (const name of ['Saga', 'Tales']) {
    await room.admin.post('/api/v1/want-to-read', { seriesId: (await seriesNamed(room.admin, name)).id })
  }
  await room.visit('want-no-more', DESKTOP, async ({ page }) => {
    await page.goto('/library')
    for (const name of ['Saga', 'Tales']) await page.getByRole('button', { name: `Select ${name}` }).press('Enter')
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByRole('button', { name: 'Remove from Want to read' }).click()
    await page.getByText('2 removed from Want to read').waitFor()
    expect((await wanted()).total).toBe(0)
    await bar.getByRole('button', { name: 'Want to read', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await until(wanted, ({ total }) => total === 2)
    await bar.getByRole('button', { name: 'Remove from Want to read' }).waitFor()
  })
})

test('the page of a series shows its age rating, status and alternate titles', async () => {
  const { id } = await seriesNamed(room.admin, 'Saga')
  await room.admin.patch(`/api/v1/series/${id}/metadata`, { ageRating: 16, status: 'hiatus' })
  await room.admin.post(`/api/v1/series/${id}/alternate-titles`, { label: 'Japanese', title: 'サーガ' })
  await room.visit('series-facts', PHONE, async ({ page }) => {
    await page.goto(`/series/${id}`)
    for (const fact of ['16+', 'On hiatus', 'サーガ']) await page.getByText(fact, { exact: true }).waitFor()
    await saveScreenshot(page, 'series-facts-phone')
  })
})

test('a pasted address becomes an id with a link, on a phone', async () => {
  const [book] = await room.books()
  const id = book?.id ?? ''
  const ids = async () =>
    (await room.admin.get<z.infer<typeof BookExternalIdListResponse>>(`/api/v1/books/${id}/external-ids`)).externalIds
  await room.visit('links', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/books/${id}`)
    const sites = page.getByRole('region', { name: 'On other sites' })
    await page.getByRole('region', { name: 'Rating', exact: true }).waitFor()
    expect(await sites.count()).toBe(0)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Add link…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add link' })
    const box = dialog.getByLabel('Web address or ISBN')
    await box.fill('javascript:alert(1)')
    await dialog.getByText('This isn’t a web address or a valid ISBN.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
    await box.fill('https://www.goodreads.com/book/show/15704307-saga-volume-1')
    await dialog.getByText('Goodreads: 15704307').waitFor()
    await settled(page)
    await saveScreenshot(page, 'link-dialog-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const link = sites.getByRole('link', { name: 'Goodreads: 15704307' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('https://www.goodreads.com/book/show/15704307')
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    await sites.scrollIntoViewIfNeeded()
    await settled(page)
    await saveScreenshot(page, 'links-phone')
    expect(await axeFindings(page, 'article')).toEqual([])
    await sites.getByRole('button', { name: 'Remove Goodreads' }).click()
    await until(ids, left => left.length === 0)
  })
})

test('a template is written with a preview, and its text is on the page of a book', async () => {
  const [book] = await room.books()
  await room.visit('template', { ...DESKTOP, scheme: 'light' }, async ({ page }) => {
    await page.goto('/settings/template')
    const template = page.getByRole('textbox', { name: 'Template' })
    const preview = page.getByRole('region', { name: 'Preview' })
    await template.fill('{{#each metadata.x}')
    await preview.getByText('Syntax error', { exact: false }).waitFor()
    await template.fill('## {{metadata.title}}\n\n- **{{uppercase "pages"}}**: {{pageCount}}')
    await preview.getByRole('heading', { name: 'Saga 01' }).waitFor()
    await preview.getByText('PAGES').waitFor()
    await settled(page)
    await saveScreenshot(page, 'template-desktop')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Template saved').waitFor()
    await page.goto(`/books/${book?.id}`)
    await page.getByRole('heading', { level: 3, name: 'Saga 01' }).waitFor()
    await page.getByText('PAGES', { exact: true }).waitFor()
  })
})
