import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { saveScreenshot } from '../kit/browser'
import { CLIENT, type IdentityProvider, openIdentityProvider } from '../kit/identity-provider'
import { ADMIN } from '../kit/server'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'

setDefaultTimeout(60_000)

let room: ReadingRoom
let provider: IdentityProvider
beforeAll(async () => {
  room = await openReadingRoom({ fill: () => {}, env: { OCTAVO_AUTH_OIDC_AUTO_CREATE_USERS: 'true' } })
  provider = await openIdentityProvider(
    [`${room.octavo.url}/api/v1/auth/oidc/home/callback`],
    [
      { sub: 'ada', preferred_username: 'ada', email: 'ada@example.org', email_verified: true },
      { sub: 'nobody', preferred_username: 'eve', email: ADMIN.email, email_verified: false },
    ],
  )
})
afterAll(async () => {
  await provider?.close()
  await room?.close()
})

test('an administrator adds a provider and tries it out; a stranger signs in by it and is led back', async () => {
  await room.visit('add-provider', DESKTOP, async ({ page }) => {
    await page.goto('/settings/providers')
    await page.getByRole('heading', { name: 'No providers yet' }).waitFor()
    await page.getByRole('button', { name: 'Add provider' }).click()
    const dialog = page.getByRole('dialog', { name: 'New provider' })
    await dialog.getByLabel('Button label').fill('Home')
    await dialog.getByLabel('ID in URLs').fill('home')
    await dialog.getByLabel('Issuer URL').fill(provider.issuer)
    await dialog.getByLabel('Client ID').fill(CLIENT.id)
    await dialog.getByRole('textbox', { name: 'Client secret' }).fill(CLIENT.secret)
    await dialog.getByText(`${room.octavo.url}/api/v1/auth/oidc/home/callback`, { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Test Home' }).click()
    await page.getByText('Home responds and accepts this client.').waitFor()
    const admin = await room.octavo.signInAsAdmin()
    const gone = { name: 'gone', displayName: 'Gone', issuerUrl: 'http://127.0.0.1:1', clientId: 'octavo' }
    await admin.post('/api/v1/admin/identity-providers', gone)
    await page.reload()
    await page.getByRole('button', { name: 'Test Gone' }).click()
    await page.getByText('Can’t reach Gone. Check the issuer URL.').waitFor()
    // The words of the server stand behind Details.
    const words = page.getByRole('status').locator('code')
    expect(await words.isVisible()).toBe(false)
    await page.getByText('Details', { exact: true }).click()
    await words.waitFor()
    await saveScreenshot(page, 'providers-unreachable')
    await admin.delete('/api/v1/admin/identity-providers/gone')
    await page.reload()
    await page.getByRole('button', { name: 'Edit Home' }).click()
    await page.getByText('A secret is stored. Leave empty to keep it.').waitFor()
    expect(await page.content()).not.toContain(CLIENT.secret)
  })
  await room.visitAsStranger('sign-in-by-provider', DESKTOP, async ({ page, problems, forget }) => {
    await page.goto('/library')
    await page.getByRole('button', { name: 'Sign in with Home' }).click()
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
    // Browser messages about the provider's pages do not count.
    forget()
    await page.getByRole('link', { name: 'Go on as ada' }).click()
    await page.getByRole('link', { name: 'ada', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/library')
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie)
    expect(stored).not.toContain('eyJ')

    await page.goto('/profile')
    const linked = page.getByRole('list', { name: 'Linked accounts' })
    await linked.getByText('ada@example.org').waitFor()
    await linked.getByRole('button', { name: 'Unlink Home' }).click()
    await page.getByRole('button', { name: 'Unlink', exact: true }).click()
    await page.getByText('This is your only way to sign in. Set a password first').waitFor()
    expect(problems().filter(problem => !problem.includes('409'))).toEqual([])
    forget()
  })
})

test('anyone who is not let in reads why, and signs in with the password as before', async () => {
  await room.visitAsStranger('provider-refuses', PHONE, async ({ page, forget }) => {
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Sign in with Home' }).click()
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
    forget()
    await page.getByRole('link', { name: 'Go on as nobody' }).click()
    const alert = page.getByRole('alert')
    await alert.getByText('Couldn’t sign you in').waitFor()
    await alert.getByText('An account with your e-mail address exists').waitFor()
    await page.getByLabel('User name or e-mail').fill(ADMIN.username)
    await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

    await page.goto('/profile')
    await page.getByRole('button', { name: 'Link Home' }).click()
    await page.getByRole('textbox', { name: 'Current password' }).fill(ADMIN.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Link Home' }).click()
    // The provider remembers who it is.
    await page.getByRole('list', { name: 'Linked accounts' }).getByText(ADMIN.email).waitFor()
    forget()
  })
})
