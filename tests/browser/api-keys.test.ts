import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { client } from '../kit/client'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'
import { fillWithFixtures } from './shelves'

setDefaultTimeout(60_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({ fill: fillWithFixtures })
})
afterAll(() => room?.close())

/** Runs a line as a person would who has copied it into a shell; gives what it printed. */
async function shell(line: string): Promise<string> {
  const run = Bun.spawn(['sh', '-c', line], { stdout: 'pipe', stderr: 'ignore' })
  return await new Response(run.stdout).text()
}

test('a key made on the page works in scripts and with curl, and not once it is revoked', () =>
  room.visit('api-key', DESKTOP, async ({ page }) => {
    await page.goto('/profile')
    await page.getByLabel('Name of a new key').fill('Kobo')
    await page.getByRole('button', { name: 'Create a key' }).click()
    const fresh = page.getByRole('status', { name: 'The key “Kobo” is ready' })
    await fresh.getByText('Copy it now').waitFor()
    await fresh.scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'api-key-fresh')
    expect(await axeFindings(page)).toEqual([])
    const [key = '', curl = ''] = await fresh.locator('code').allTextContents()
    expect(curl).toContain(key)

    const app = client(room.octavo.url, { 'X-API-Key': key })
    const { total } = await app.get<{ total: number }>('/api/v1/books')
    expect(total).toBe((await room.books()).length)
    expect(JSON.parse(await shell(curl)).total).toBe(total)

    await fresh.getByRole('button', { name: 'I have it' }).click()
    await fresh.waitFor({ state: 'hidden' })
    expect(await page.content()).not.toContain(key)
    await page.reload()
    await page.getByText('Kobo', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(key)

    await page.getByRole('button', { name: 'Revoke Kobo' }).click()
    const question = page.getByRole('dialog', { name: 'Revoke Kobo?' })
    await question.getByText('Apps that use it are signed out at once.').waitFor()
    await saveScreenshot(page, 'api-key-revoke')
    await question.getByRole('button', { name: 'Revoke the key' }).click()
    await page.getByText('No keys yet.').waitFor()
    expect((await app.fetch('/api/v1/books')).status).toBe(401)
  }))
