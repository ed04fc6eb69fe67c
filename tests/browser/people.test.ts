// A family: an administrator creates a child's account with limits, and the child sees exactly the allowed shelves.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { axeFindings, saveScreenshot, VIEWPORTS } from '../kit/browser'
import { client } from '../kit/client'
import { DESKTOP, openReadingRoom, PHONE, pageOnScreen, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

const titles = async (headers: Readonly<Record<string, string>>) => {
  const { data } = await client(room.octavo.url, headers).get<{ data: { title: string }[] }>('/api/v1/series')
  return data.map(({ title }) => title)
}

const kimOn = (page: Page) => page.getByRole('listitem').filter({ hasText: 'kim@example.org' })

/** Between the bar and the title of the page. */
async function freeBelow(bar: Locator, page: Page): Promise<number> {
  const [above, title] = await Promise.all([bar, page.getByRole('heading', { level: 1 })].map(one => one.boundingBox()))
  if (!above || !title) throw new Error('The bar or the title is not on the screen')
  return title.y - above.y - above.height
}

async function asKimNow(): Promise<{ authorization: string }> {
  const credentials = { username: 'Kim', password: 'Engine-No.1' }
  const { accessToken } = await room.octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', credentials)
  return { authorization: `Bearer ${accessToken}` }
}

test('a child is created, invited and limited by a tag, and sees the rest', () =>
  room.visit('people', DESKTOP, async ({ page }) => {
    await page.goto('/settings/access')
    await page.getByLabel('Add tag').fill('Grown-ups')
    await page.getByRole('button', { name: 'Add tag' }).click()
    await page.getByRole('list', { name: 'Sharing tags' }).getByText('Grown-ups').waitFor()
    await page.getByLabel('Add group').fill('Children')
    await page.getByRole('button', { name: 'Add group' }).click()
    const group = page.getByRole('dialog', { name: 'Children' })
    await group.getByLabel('Grown-ups').selectOption('deny')
    await saveScreenshot(page, 'people-group')
    expect(await axeFindings(page)).toEqual([])
    await group.getByRole('button', { name: 'Save' }).click()
    await group.waitFor({ state: 'hidden' })

    await page.goto('/settings/users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const form = page.getByRole('dialog', { name: 'Add user' })
    await form.getByLabel('User name').fill('Kim')
    await form.getByLabel('E-mail address').fill('kim@example.org')
    await form.getByLabel('Password').first().fill('Engine-No.1')
    await saveScreenshot(page, 'people-new')
    expect(await axeFindings(page)).toEqual([])
    await form.getByRole('button', { name: 'Save' }).click()
    await kimOn(page).waitFor()
    await saveScreenshot(page, 'people-users')
    expect(await axeFindings(page)).toEqual([])

    const asKim = await asKimNow()
    expect(await titles(asKim)).toContain('Papers')

    await page.goto('/settings/access')
    await page.getByRole('button', { name: 'Edit: Children' }).click()
    // Found by typing: among hundreds nobody is on a first page.
    await page.getByRole('combobox', { name: 'Add member' }).pressSequentially('kim')
    await page.getByRole('option', { name: /Kim/ }).waitFor()
    await page.getByRole('combobox', { name: 'Add member' }).press('Enter')
    await page.getByRole('button', { name: 'Remove: Kim' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

    const { data } = await room.admin.get<{ data: { id: string; title: string }[] }>('/api/v1/series')
    const papers = data.find(({ title }) => title === 'Papers')
    await page.goto(`/series/${papers?.id}`)
    await page.getByRole('button', { name: /More/ }).first().click()
    await page.getByRole('menuitem', { name: 'Sharing tags…' }).click()
    const share = page.getByRole('dialog', { name: 'Sharing tags' })
    await share.getByText('Grown-ups').click()
    await saveScreenshot(page, 'people-series')
    expect(await axeFindings(page)).toEqual([])
    await share.getByRole('button', { name: 'Save' }).click()
    await share.waitFor({ state: 'hidden' })
    const left = await titles(asKim)
    expect([left.includes('Papers'), left.length > 0]).toEqual([false, true])
    await page.getByRole('button', { name: /More/ }).first().click()
    await page.getByRole('menuitem', { name: 'Sharing tags…' }).click()
    await share.getByRole('combobox', { name: 'User' }).fill('kim')
    await share.getByRole('option', { name: /Kim/ }).click()
    await share.getByText('This user can’t see the series.').waitFor()
    await share.getByText('The tag Grown-ups is hidden (Children)').waitFor()
    await saveScreenshot(page, 'people-why')
    expect(await axeFindings(page)).toEqual([])
  }))

test('why somebody may do something or not is said for each permission', () =>
  room.visit('people-may', DESKTOP, async ({ page }) => {
    await page.goto('/settings/users')
    await kimOn(page).getByRole('button', { name: 'More: Kim' }).click()
    await page.getByRole('menuitem', { name: 'Permissions and reasons' }).click()
    const dialog = page.getByRole('dialog', { name: 'Permissions of Kim' })
    await dialog.getByText('included in the role Reader').first().waitFor()
    await dialog.getByText('not included in the role Reader').first().waitFor()
    await saveScreenshot(page, 'people-may')
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The focus is where it was before the menu.
    await page.locator('button:focus[aria-label="More: Kim"]').waitFor()
  }))

test('an administrator sees everything as the child does, and changes nothing', () =>
  room.visit('people-seen', DESKTOP, async ({ page }) => {
    const kim = kimOn(page)
    const asKim = await asKimNow()
    await page.goto('/settings/users')
    await kim.getByRole('button', { name: 'More: Kim' }).click()
    await page.getByRole('menuitem', { name: 'View as Kim' }).waitFor()
    await saveScreenshot(page, 'people-menu')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('menuitem', { name: 'View as Kim' }).click()
    const bar = page.getByRole('complementary', { name: 'Viewing as another user' })
    await bar.getByText('Viewing as Kim').waitFor()
    await page.goto('/library')
    await page.getByRole('main').getByRole('list', { name: 'Everything' }).getByRole('link').first().waitFor()
    expect(await page.getByText('Papers').count()).toBe(0)
    await saveScreenshot(page, 'people-seen')
    expect(await axeFindings(page)).toEqual([])
    await page.setViewportSize(VIEWPORTS.phone)
    const free = await freeBelow(bar, page)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47 } })
    expect(await freeBelow(bar, page)).toBe(free)
    expect((await bar.boundingBox())?.height).toBe(44 + 47)
    await saveScreenshot(page, 'people-seen-phone')
    await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: {} })
    await page.setViewportSize(VIEWPORTS.desktop)
    // The book is opened where Kim has it, and Kim's place stays where it is.
    const book = await room.book('Science Comics')
    const changes: string[] = []
    page.on('request', request => {
      if (/PUT|PATCH|DELETE/.test(request.method())) changes.push(request.url())
    })
    await page.goto(`/books/${book.id}/read`)
    await bar.getByText('Viewing as Kim').waitFor()
    await pageOnScreen(page, 1).waitFor()
    await page.keyboard.press('ArrowRight')
    await pageOnScreen(page, 2).waitFor()
    await saveScreenshot(page, 'people-seen-reading')
    expect(changes).toEqual([])
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Create key' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Devices' }).count()).toBe(0)
    await bar.getByRole('button', { name: 'Stop' }).click()
    await kim.waitFor()
    expect(await bar.count()).toBe(0)
    expect((await fetch(`${room.octavo.url}/api/v1/books/${book.id}/progress`, { headers: asKim })).status).toBe(204)
  }))

test('a child is signed out, given a link, switched off and deleted', () =>
  room.visit('people-acts', DESKTOP, async ({ page }) => {
    const kim = kimOn(page)
    const asKim = await asKimNow()
    const menu = async (item: string) => {
      await page.goto('/settings/users')
      await kim.getByRole('button', { name: 'More: Kim' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await menu('Devices…')
    const devices = page.getByRole('dialog', { name: 'Where Kim is signed in' })
    await devices.getByRole('listitem').first().waitFor()
    await saveScreenshot(page, 'people-devices')
    expect(await axeFindings(page)).toEqual([])
    await devices.getByRole('button', { name: 'Sign out everywhere' }).click()
    await devices.waitFor({ state: 'hidden' })
    await menu('Password link…')
    const link = page.getByRole('dialog', { name: 'Link for Kim' })
    await link.getByRole('button', { name: 'Create a link' }).click()
    await link.getByText(room.octavo.url).waitFor()
    await link.getByRole('button', { name: 'Done' }).click()
    await menu('Deactivate')
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
    await kim.getByText('Deactivated').waitFor()
    const me = await fetch(`${room.octavo.url}/api/v1/auth/me`, { headers: asKim })
    expect(me.status).toBe(401)
    await menu('Delete…')
    await page.getByRole('dialog').getByText('Reading progress and history').waitFor()
    await saveScreenshot(page, 'people-delete')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await kim.waitFor({ state: 'detached' })
  }))

test('anyone who chooses no password gets a link to hand over; on a phone too', () =>
  room.visit('people-phone', PHONE, async ({ page }) => {
    await page.goto('/settings/users')
    await page.getByRole('button', { name: 'Add user' }).click()
    const form = page.getByRole('dialog', { name: 'Add user' })
    await form.getByLabel('User name').fill('Robin')
    await form.getByLabel('E-mail address').fill('robin@example.org')
    await saveScreenshot(page, 'people-new-phone')
    await form.getByRole('button', { name: 'Save' }).click()
    const link = page.getByRole('dialog', { name: 'Link for Robin' })
    await link.getByText(room.octavo.url).waitFor()
    await saveScreenshot(page, 'people-link-phone')
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('robin@example.org').waitFor()
    await saveScreenshot(page, 'people-users-phone')
    await page.goto('/settings/access')
    await page.getByRole('button', { name: 'Edit: Children' }).waitFor()
    await saveScreenshot(page, 'people-access-phone')
    expect(await axeFindings(page)).toEqual([])
  }))
