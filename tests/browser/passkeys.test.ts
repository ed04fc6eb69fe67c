// Passkeys of a simulated device: created, used instead of password and code, removed.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { axeFindings, type Screen, saveScreenshot } from '../kit/browser'
import { addAccount } from './accounts'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(90_000)

let room: ReadingRoom
let password: string
beforeAll(async () => {
  room = await openReadingRoom({})
  await room.octavo.signInAsAdmin()
  password = await addAccount(room.octavo, 'keyholder', 'reader')
})
afterAll(() => room?.close())

/** A device with a finger on it, or without one. */
async function plugIn(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      // Otherwise it would take the offer in the field for the name at once.
      automaticPresenceSimulation: false,
    },
  })
  return {
    finger: (enabled: boolean) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  }
}

/** Passkeys are for addresses with a name. */
const at = (path: string) => `${room.octavo.url.replace('127.0.0.1', 'localhost')}${path}`
const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()

async function typePassword(page: Page): Promise<void> {
  await page.getByLabel('User name or e-mail').fill('keyholder')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function leave({ page, problems, forget }: Screen): Promise<void> {
  expect(problems()).toEqual([])
  await page.goto(at('/profile'))
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  // What was under way when the session ended.
  forget()
}

test('a passkey signs in without a username, replaces a code, and is deleted', async () => {
  await room.visitAsStranger('passkeys', DESKTOP, async screen => {
    const { page, forget } = screen
    const device = await plugIn(page)
    await page.goto(at('/sign-in'))
    await typePassword(page)
    await home(page)
    await page.goto(at('/profile'))
    const panel = page.getByRole('region', { name: 'Passkeys' })
    await panel.getByRole('button', { name: 'Add passkey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Test device')
    await dialog.getByLabel('Current password').fill(password)
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await settled(page)
    await saveScreenshot(page, 'passkeys-add')
    await device.finger(true)
    await dialog.getByRole('button', { name: 'Create passkey' }).click()
    const row = panel.getByRole('listitem').filter({ hasText: 'Test device' })
    await row.getByText('never used').waitFor()
    await device.finger(false)
    const [key] = await device.keys()
    expect([key?.rpId, key?.isResidentCredential]).toEqual(['localhost', true])
    await leave(screen)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await settled(page)
    await saveScreenshot(page, 'passkeys-sign-in')
    await device.finger(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await home(page)
    await device.finger(false)
    await page.goto(at('/profile'))
    await row.getByText(/^used /).waitFor()
    const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
    await devices.filter({ hasText: 'this device' }).getByText('with a passkey').waitFor()
    await row.getByRole('button', { name: 'Rename Test device' }).click()
    await dialog.getByLabel('Name').fill('Key ring')
    await dialog.getByRole('button', { name: 'Rename', exact: true }).click()
    const renamed = panel.getByRole('listitem').filter({ hasText: 'Key ring' })
    await renamed.waitFor()
    await settled(page)
    await saveScreenshot(page, 'passkeys-profile')

    await page.getByRole('button', { name: 'Ask for a passkey after the password' }).click()
    const asking = page.getByRole('dialog', { name: 'Ask for a passkey after the password' })
    await asking.getByRole('textbox', { name: 'Current password' }).fill(password)
    await asking.getByRole('button', { name: 'Ask for a passkey after the password' }).click()
    await page.getByRole('button', { name: 'I’ve saved them' }).click()
    await page.getByText('asks for a passkey or recovery code').waitFor()
    await leave(screen)
    await typePassword(page)
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await settled(page)
    await saveScreenshot(page, 'passkeys-second')
    await device.finger(true)
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await home(page)
    await device.finger(false)
    // The password alone was refused, as it is to be.
    forget()

    await page.goto(at('/profile'))
    await page.getByRole('button', { name: 'Turn off' }).click()
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(password)
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('a stolen password isn’t enough').waitFor()
    await panel.getByRole('button', { name: 'Remove Key ring' }).click()
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await panel.getByText('No passkeys yet').waitFor()
    await leave(screen)
    await device.finger(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey isn’t registered here').waitFor()
    forget()
  })
})

test('without a host name the page explains where passkeys work, on a phone', async () => {
  await room.visit('passkeys-nowhere', PHONE, async ({ page, problems }) => {
    await page.goto('/profile')
    await page.getByText('Browsers only create passkeys over HTTPS').waitFor()
    expect(await page.getByRole('button', { name: 'Add passkey' }).count()).toBe(0)
    expect(problems()).toEqual([])
  })
})
