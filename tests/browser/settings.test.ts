// Settings on the screen: search, change, reset, history, and validation errors.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { SettingDto } from '@octavo/contract/setting'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { addAccount } from './accounts'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures, env: { OCTAVO_KOREADER_ENABLED: 'false' } })
})
afterAll(() => room?.close())

const setting = async (key: string) =>
  (await room.octavo.signInAsAdmin()).get<SettingDto>(`/api/v1/admin/settings/${key}`)

test('a setting is found, changed with a reason, seen in the history and taken back', () =>
  room.visit('settings', DESKTOP, async screen => {
    const { page } = screen
    await page.goto('/settings/server')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.getByRole('heading', { name: 'Audit log retention' }).waitFor()
    await saveScreenshot(page, 'settings')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('keep audit log')
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Audit log retention'])
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('retention_days')
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Audit log retention'])
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('audti retension')
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Audit log retention'])
    const field = page.getByRole('textbox', { name: 'Audit log retention (days)' })
    await field.fill('many')
    await field.press('Enter')
    const review = page.getByRole('dialog', { name: 'Save these changes?' })
    await review.getByRole('button', { name: 'Save' }).click()
    await review.getByRole('alert').getByText('Enter a whole number from 0 to 36,500.').waitFor()
    screen.forget()
    await page.keyboard.press('Escape')
    await field.fill('90')
    await page.getByText('Unsaved. Current value: 365 days').waitFor()
    await field.press('Enter')
    await review.getByText('365 days → 90 days').waitFor()
    await review.getByRole('textbox', { name: 'Reason' }).fill('A quarter is enough')
    await page.keyboard.press('Enter')
    await page.getByText('Audit log retention saved').waitFor()
    await page.getByText('Default: 365 days').waitFor()
    expect(await setting('audit.retention_days')).toMatchObject({ value: '90', origin: 'changed' })
    await page.getByRole('button', { name: 'History of Audit log retention' }).click()
    const history = page.getByRole('dialog', { name: 'History of Audit log retention' })
    await history.getByText('365 days → 90 days').waitFor()
    await history.getByText('A quarter is enough').waitFor()
    await saveScreenshot(page, 'settings-history')
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Reset to default: Audit log retention' }).click()
    await page.getByRole('button', { name: 'Save…' }).click()
    await review.getByText('90 days → 365 days (default)').waitFor()
    await review.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Default: 365 days').waitFor({ state: 'detached' })
    expect(await setting('audit.retention_days')).toMatchObject({ value: '365', origin: 'default' })
  }))

test('a refused text says what the setting takes', () =>
  room.visit('settings-refused', PHONE, async ({ page, forget }) => {
    await page.goto('/settings/server?search=time+zone')
    const field = page.getByRole('textbox', { name: 'Schedule time zone' })
    await field.fill('Mars/Base')
    await field.press('Enter')
    const review = page.getByRole('dialog', { name: 'Save these changes?' })
    await review.getByRole('button', { name: 'Save' }).click()
    await review.getByRole('alert').getByText('Allowed: the name of a time zone, such as Europe/Berlin').waitFor()
    forget()
    await saveScreenshot(page, 'settings-refused')
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Discard' }).click()
  }))

test('the profile leads an administrator to an app access that is off', () =>
  room.visit('settings-apps', PHONE, async ({ page }) => {
    await page.goto('/profile')
    await page.getByText('KOReader can’t sync your progress: sync is off.').waitFor()
    const link = page.getByRole('link', { name: 'Turn on KOReader sync' })
    await link.scrollIntoViewIfNeeded()
    await page.getByText(`${room.octavo.url}/komga`).waitFor()
    // At 127.0.0.1, a phone has no use for them.
    await page.getByText('These addresses only work on this computer').scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'settings-apps-local')
    await page.getByText(`such as http://192.168.1.20:${new URL(room.octavo.url).port},`).waitFor()
    expect(await page.getByRole('button', { name: /^QR code:/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Turn on access for Komga apps' }).count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await saveScreenshot(page, 'settings-apps')
    await link.click()
    await page.getByRole('heading', { level: 3, name: 'KOReader sync' }).waitFor()
    expect(await page.getByRole('heading', { level: 3 }).count()).toBe(1)
  }))

test('the profile says that access for an app is off, and who can turn it on', async () => {
  const password = await addAccount(room.octavo, 'rita', 'reader')
  const screen = await room.open(PHONE, 'stranger')
  await room
    .watch('settings-apps-reader', screen, async ({ page, forget }) => {
      await page.goto('/profile')
      await page.getByLabel('User name or e-mail').fill('rita')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      const off = page.getByText('KOReader can’t sync your progress: sync is off. An administrator can turn it on.')
      await off.waitFor()
      // Before signing in, nobody is.
      forget()
      await page.getByText(`${room.octavo.url}/komga`).waitFor()
      expect(await page.getByRole('link', { name: 'Turn on KOReader sync' }).count()).toBe(0)
      await off.scrollIntoViewIfNeeded()
      await saveScreenshot(page, 'settings-apps-reader')
    })
    .finally(screen.close)
})

test('app accesses that are on have an address and a QR code', async () => {
  const open = await openReadingRoom({ fill: fillWithFixtures, env: { OCTAVO_BASE_URL: 'https://books.example.org' } })
  await open
    .visit('settings-apps-on', PHONE, async ({ page }) => {
      await page.goto('/profile')
      for (const path of ['komga', 'koreader']) await page.getByText(`https://books.example.org/${path}`).waitFor()
      // An address is broken before a slash, not inside of a name.
      const lines = page.getByText('https://books.example.org/koreader').evaluate(code => {
        const range = document.createRange()
        return [...code.childNodes].flatMap(part => {
          range.selectNodeContents(part)
          return part.textContent ? [`${part.textContent}: ${range.getClientRects().length}`] : []
        })
      })
      expect(await lines).toEqual(['https://books.example.org: 1', '/koreader: 1'])
      for (const name of ['Address for Komga apps', 'KOReader sync server']) {
        await page.getByRole('button', { name: `QR code: ${name}` }).click()
        await page.getByRole('img', { name: `QR code: ${name}` }).waitFor()
      }
      // One code at a time: a camera scans any that it sees.
      expect(await page.getByRole('img', { name: /^QR code:/ }).count()).toBe(1)
      await page.getByRole('img', { name: 'QR code: KOReader sync server' }).scrollIntoViewIfNeeded()
      await saveScreenshot(page, 'settings-apps-on')
      expect(await axeFindings(page)).toEqual([])
    })
    .finally(open.close)
})

test('anyone who leaves with changes that are not saved is asked first', () =>
  room.visit('settings-leave', DESKTOP, async ({ page }) => {
    await page.goto('/settings/server')
    const days = page.getByRole('textbox', { name: 'Audit log retention (days)' })
    await days.fill('30')
    const away = page.getByRole('link', { name: 'Libraries', exact: true }).first()
    await away.click()
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    await leave.getByText('You have 1 unsaved change. It will be lost if you leave.').waitFor()
    await saveScreenshot(page, 'settings-leave')
    expect(await axeFindings(page)).toEqual([])
    await leave.getByRole('button', { name: 'Cancel' }).click()
    await leave.waitFor({ state: 'detached' })
    expect([new URL(page.url()).pathname, await days.inputValue()]).toEqual(['/settings/server', '30'])
    await away.click()
    await leave.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'Libraries' }).waitFor()
    await page.goBack()
    await page.getByText('Default: 365 days').waitFor({ state: 'detached' })
    expect(await days.inputValue()).toBe('365')
    // With nothing to lose nobody is asked.
    await away.click()
    await page.getByRole('heading', { level: 1, name: 'Libraries' }).waitFor()
  }))

test('several settings are looked over and saved at once, all or none, and taken back at once', () =>
  room.visit('settings-many', DESKTOP, async screen => {
    const { page } = screen
    await page.goto('/settings/server')
    const days = page.getByRole('textbox', { name: 'Audit log retention (days)' })
    const hours = page.getByRole('textbox', { name: /^Access token lifetime/ })
    await days.fill('30')
    await hours.fill('0')
    const bar = page.getByRole('region', { name: 'Unsaved changes' })
    await bar.getByText('2 changes').waitFor()
    await bar.getByRole('button', { name: 'Save…' }).click()
    const review = page.getByRole('dialog', { name: 'Save these changes?' })
    await saveScreenshot(page, 'settings-review')
    expect(await axeFindings(page)).toEqual([])
    await review.getByRole('button', { name: 'Save' }).click()
    await review.getByRole('alert').waitFor()
    expect(await setting('audit.retention_days')).toMatchObject({ value: '365', origin: 'default' })
    screen.forget()
    await page.keyboard.press('Escape')
    await hours.fill('12')
    await bar.getByRole('button', { name: 'Save…' }).click()
    await review.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 settings saved').waitFor()
    await bar.waitFor({ state: 'detached' })
    expect(await setting('audit.retention_days')).toMatchObject({ value: '30', origin: 'changed' })
    expect(await setting('auth.jwt_expiry_hours')).toMatchObject({ value: '12', origin: 'changed' })

    await page.getByText(/^Changed \(\d+\)$/).click()
    await page.getByRole('button', { name: 'Reset 2 settings to defaults' }).click()
    await review.getByText('(default)').nth(1).waitFor()
    await review.getByRole('button', { name: 'Save' }).click()
    await review.waitFor({ state: 'detached' })
    for (const key of ['audit.retention_days', 'auth.jwt_expiry_hours']) {
      expect(await setting(key)).toMatchObject({ origin: 'default' })
    }
  }))

test('the name of the server is on every screen at once, and on the next page that is loaded', () =>
  room.visit('settings-name', DESKTOP, async ({ page }) => {
    const name = `Tide & <b>"Co"</b> $&`
    const address = '/api/v1/admin/settings/application.name'
    try {
      await page.goto('/settings/server')
      await page.getByRole('link', { name: 'Octavo, home' }).waitFor()
      const field = page.getByRole('textbox', { name: 'Server name' })
      await field.fill(name)
      await field.press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByRole('link', { name: `${name}, home` }).waitFor()
      expect(await page.title()).toBe(`Settings · ${name}`)
      await room.visitAsStranger('settings-name-stranger', PHONE, async stranger => {
        await stranger.page.goto('/sign-in')
        await stranger.page.getByText(name, { exact: true }).waitFor()
        expect(await stranger.page.title()).toBe(`Sign in · ${name}`)
        await saveScreenshot(stranger.page, 'sign-in-name-phone')
      })
      expect(await room.octavo.anonymous.get('/manifest.webmanifest')).toMatchObject({ name, short_name: name })
      // Before any script runs, and without one.
      const html = await (await room.octavo.anonymous.fetch('/')).text()
      expect(html).toContain(`<title>${Bun.escapeHTML(name)}</title>`)
    } finally {
      await (await room.octavo.signInAsAdmin()).post(`${address}/reset`)
    }
    await page.reload()
    await page.getByRole('link', { name: 'Octavo, home' }).waitFor()
  }))

test('on a phone, values from the environment are marked, and changed ones can be listed alone', () =>
  room.visit('settings-phone', PHONE, async ({ page }) => {
    await page.goto('/settings/server')
    await page.getByText('Set by OCTAVO_RATE_LIMIT_ENABLED').waitFor()
    expect(await page.getByRole('switch', { name: 'Rate limits' }).count()).toBe(0)
    await saveScreenshot(page, 'settings-phone')
    await page.getByText(/^Changed \(\d+\)$/).click()
    await page.getByText(/settings? changed from/).waitFor()
    expect(await page.getByRole('heading', { name: 'Audit log retention' }).count()).toBe(0)
    await page.getByRole('heading', { name: 'Rate limits', level: 3 }).waitFor()
    await saveScreenshot(page, 'settings-changed-phone')
    expect(await axeFindings(page)).toEqual([])
  }))
