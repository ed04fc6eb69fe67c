import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
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

test('a key created on the page works with curl until it is revoked', () =>
  room.visit('api-key', DESKTOP, async ({ page }) => {
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Create key' }).click()
    const form = page.getByRole('dialog', { name: 'Create key' })
    await form.getByLabel('Name').fill('Kobo')
    await form.getByLabel('Expires').selectOption({ label: '30 days' })
    await form.getByText('Custom', { exact: true }).click()
    for (const may of ['See libraries', 'See and download books']) {
      await form.getByRole('switch', { name: new RegExp(`^${may}`) }).click()
    }
    await saveScreenshot(page, 'api-key-new')
    expect(await axeFindings(page)).toEqual([])
    await form.getByRole('button', { name: 'Create key' }).click()
    const fresh = page.getByRole('dialog', { name: '“Kobo” is ready' })
    await fresh.getByText('Copy the key now').waitFor()
    await saveScreenshot(page, 'api-key-fresh')
    expect(await axeFindings(page)).toEqual([])
    const [key = '', curl = ''] = await fresh.locator('code').allTextContents()
    expect(curl).toContain(key)

    const app = client(room.octavo.url, { 'X-API-Key': key })
    const { total } = await app.get<{ total: number }>('/api/v1/books')
    expect(total).toBe((await room.books()).length)
    expect(JSON.parse(await shell(curl)).total).toBe(total)
    expect((await app.fetch('/api/v1/series')).status).toBe(403)

    await fresh.getByRole('button', { name: 'Done' }).click()
    await fresh.waitFor({ state: 'hidden' })
    expect(await page.content()).not.toContain(key)
    await page.reload()
    await page.getByText('Kobo', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(key)
    const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: 'Kobo' })
    await row.getByText('2 permissions').click()
    await row.getByText('See and download books').waitFor()
    await row.getByText(/used now/).waitFor()
    await saveScreenshot(page, 'api-key-list')
    const database = new Database(join(room.octavo.dataDir, 'octavo.db'))
    database.run('pragma busy_timeout = 5000')
    database.run("update api_keys set expires_at = 1 where name = 'Kobo'")
    database.close()
    await page.reload()
    await row.getByText('Expired', { exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('button', { name: 'Revoke Kobo' }).click()
    const question = page.getByRole('dialog', { name: 'Revoke Kobo?' })
    await question.getByText('Apps that use it lose access immediately.').waitFor()
    await saveScreenshot(page, 'api-key-revoke')
    await question.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('No keys yet.').waitFor()
    expect((await app.fetch('/api/v1/books')).status).toBe(401)
  }))
