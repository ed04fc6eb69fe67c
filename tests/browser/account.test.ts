import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { codeOf, stepAt } from '../../server/src/features/people/second-factor/totp.rules'
import { axeFindings } from '../kit/browser'
import { ADMIN } from '../kit/server'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'

setDefaultTimeout(90_000)

const NEW = 'Another horse 2!'
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ env: { OCTAVO_AUTH_REGISTRATION_ENABLED: 'true' } })
  await room.octavo.signInAsAdmin()
})
afterAll(() => room?.close())

/** The code that an authenticator app shows for a secret half minutes from now. */
function codeFor(secret: string, stepsAhead = 0): string {
  const bits = [...secret].map(letter => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from((bits.match(/.{8}/g) ?? []).map(eight => Number.parseInt(eight, 2)))
  return codeOf(bytes, stepAt(Date.now()) + stepsAhead)
}

/** Fills fields by their names as a password manager does: one after another, before the page may draw. */
const fillAtOnce = (page: Page, values: Readonly<Record<string, string>>) =>
  page.evaluate(values => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const [name, value] of Object.entries(values)) {
      const field = document.querySelector(`input[name="${name}"]`)
      write?.call(field, value)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, values)

test('a user registers, sets up a second factor, and signs out another device', async () => {
  await room.visitAsStranger('account', DESKTOP, async ({ page, problems, forget }) => {
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Create account' }).click()
    // The fields of signing in are called much the same, and stay until the next screen is here.
    await page.getByRole('heading', { name: 'Create account' }).waitFor()
    await fillAtOnce(page, { username: 'newcomer', email: 'newcomer@example.org', 'new-password': NEW })
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

    const elsewhere = await room.octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', {
      username: 'newcomer',
      password: NEW,
    })
    await page.goto('/profile')
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
    await devices.filter({ hasText: 'this device' }).waitFor()
    expect(await devices.count()).toBe(2)
    await devices.getByRole('button', { name: /^Sign out/ }).click()
    await devices.nth(1).waitFor({ state: 'detached' })
    const refused = await room.octavo.anonymous.fetch('/api/v1/auth/me', {
      headers: { authorization: `Bearer ${elsewhere.accessToken}` },
    })
    expect(refused.status).toBe(401)

    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await dialog.locator('input[name="current-password"]:focus').waitFor()
    await dialog.getByRole('textbox', { name: 'Current password' }).fill('Not this horse 1!')
    await dialog.getByRole('button', { name: 'Set up' }).click()
    await dialog.getByText('Wrong current password.').waitFor()
    expect(await dialog.getByRole('textbox', { name: 'Current password' }).getAttribute('aria-invalid')).toBe('true')
    forget()
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(NEW)
    await dialog.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: 'QR code with the secret key' }).waitFor()
    const secret =
      (await page
        .locator('code')
        .filter({ hasText: /^[A-Z2-7]{32}$/ })
        .first()
        .textContent()) ?? ''
    await page.getByLabel('Code', { exact: true }).fill(codeFor(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('status', { name: 'Your recovery codes' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('10 recovery codes left').waitFor()
    expect(problems()).toEqual([])

    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByLabel('User name or e-mail').fill('newcomer')
    await page.getByRole('textbox', { name: 'Password' }).fill(NEW)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Code', { exact: true }).fill(codeFor(secret, 1))
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    forget()
  })
})

test('an administrator’s link sets a new password on a phone', async () => {
  const people = await room.octavo.anonymous.post<{ user: { id: string } }>('/api/v1/auth/register', {
    username: 'forgetful',
    email: 'forgetful@example.org',
    password: NEW,
  })
  const admin = await room.octavo.anonymous.post<{ accessToken: string }>('/api/v1/auth/login', ADMIN)
  const made = await room.octavo.anonymous.fetch(`/api/v1/users/${people.user.id}/reset-link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.accessToken}` },
  })
  const { token } = (await made.json()) as { token: string }
  await room.visitAsStranger('reset', PHONE, async ({ page, forget }) => {
    await page.goto('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByText('This server doesn’t send e-mails').waitFor()
    await page.goto(`/reset-password#${token}`)
    await page.getByRole('textbox', { name: 'New password' }).fill('Third horse 3!')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Password changed').waitFor()
    await page.getByRole('link', { name: 'Back to sign-in' }).click()
    await page.getByLabel('User name or e-mail').fill('forgetful')
    await page.getByRole('textbox', { name: 'Password' }).fill('Third horse 3!')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    forget()
  })
})
