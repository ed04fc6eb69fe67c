// Profile pictures and child profiles in the browser: created, switched to without a password, limited by age, and left
// with the guardian's password.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import type { ChildProfileDto } from '@octavo/contract/child-profile'
import type { SeriesDto } from '@octavo/contract/series'
import type { Page } from 'playwright-core'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { pngImage } from '../kit/images'
import { ADMIN } from '../kit/server'
import { cachesOf, WITH_WORKER, workerReady } from './device'
import { tabTo } from './keyboard'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'
import { writeSeries } from './shelves'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    libraries: ['Shelf', 'Attic'],
    fill: async folder => {
      for (const name of ['Meadow', 'Cellar', 'Unrated', 'Harbour']) {
        await writeSeries(join(folder, name === 'Harbour' ? 'Attic' : 'Shelf'), name, { pages: 2, volumes: 1 })
      }
    },
  })
  const { data } = await room.admin.get<{ data: SeriesDto[] }>('/api/v1/series')
  for (const [title, ageRating] of [
    ['Meadow', 6],
    ['Harbour', 6],
    ['Cellar', 16],
  ] as const) {
    const series = data.find(each => each.title === title)
    await room.admin.patch(`/api/v1/series/${series?.id}/metadata`, { ageRating })
  }
})
afterAll(() => room?.close())

const seen = async (page: Page) => {
  await page.goto('/library?show=series')
  const list = page.getByRole('list', { name: 'Everything' })
  await list.getByRole('listitem').first().waitFor()
  return Promise.all(
    ['Meadow', 'Cellar', 'Unrated', 'Harbour'].map(async name =>
      (await list.getByText(name).count()) > 0 ? name : null,
    ),
  ).then(names => names.filter(name => name !== null))
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('User name or e-mail').fill(ADMIN.username)
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
}

test('a guardian creates a profile, switches to it, and switches back with a password', () =>
  room.visitAsStranger('child-profile', DESKTOP, async ({ page, forget }) => {
    await signIn(page)
    expect(await seen(page)).toEqual(['Meadow', 'Cellar', 'Unrated', 'Harbour'])
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Add child profile' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add child profile' })
    await dialog.getByLabel('User name').fill('Robin')
    await dialog.getByLabel('Age limit').fill('9')
    await dialog.getByRole('switch', { name: 'All libraries' }).uncheck()
    // Two presses that come before the dialog has drawn itself again: both count.
    const libraries = dialog.getByRole('switch', { name: /Shelf|Attic/ })
    await libraries.nth(1).waitFor({ state: 'attached' })
    await libraries.evaluateAll(all => {
      for (const one of all as HTMLInputElement[]) one.click()
    })
    await until(
      () => libraries.evaluateAll(all => (all as HTMLInputElement[]).map(one => one.checked)),
      checked => checked.join() === 'false,false',
    )
    await dialog.getByRole('switch', { name: 'Shelf' }).check()
    await settled(page)
    await saveScreenshot(page, 'child-profile-libraries')
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    const profiles = page.getByRole('list', { name: 'Child profiles' })
    await profiles.getByText('Up to age 9 · 1 library').waitFor()

    await profiles.getByRole('button', { name: 'Switch to Robin' }).click()
    await page.getByRole('link', { name: 'Robin', exact: true }).waitFor()
    // The page may still have been asking as the guardian.
    forget()
    expect(await seen(page)).toEqual(['Meadow'])
    await page.goto('/profile')
    await page.getByText(`This is a child profile of ${ADMIN.username}.`).waitFor()
    expect(await page.getByRole('heading', { name: 'Child profiles' }).count()).toBe(0)
    // It has no password of its own.
    await page.getByText('If you don’t recognise a device, sign it out.', { exact: false }).waitFor()
    expect(await page.getByText('change your password').count()).toBe(0)
    await settled(page)
    expect(await axeFindings(page)).toEqual([])

    await page.getByRole('button', { name: `Switch back to ${ADMIN.username}` }).click()
    const back = page.getByRole('dialog', { name: `Switch back to ${ADMIN.username}` })
    await back.getByRole('textbox', { name: 'Password', exact: true }).fill('Not this horse 1!')
    await back.getByRole('button', { name: 'Switch' }).click()
    await back.getByText('Wrong password').waitFor()
    forget()
    // By keyboard, without a mouse.
    await tabTo(page, /^input Password/)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(ADMIN.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: ADMIN.username, exact: true }).waitFor()
    // The page may still have been asking as the child.
    forget()
    expect(await seen(page)).toEqual(['Meadow', 'Cellar', 'Unrated', 'Harbour'])
  }))

test('a switch to a child profile clears from the device what its guardian has seen', () =>
  room.visitAsStranger('child-profile-device', WITH_WORKER, async ({ page, forget }) => {
    const guardian = await room.admin.get<{ id: string }>('/api/v1/auth/me')
    const kim = await room.admin.post<ChildProfileDto>('/api/v1/user/profiles', { username: 'Kim', ageLimit: 9 })
    await signIn(page)
    await workerReady(page)
    expect(await seen(page)).toContain('Cellar')
    const stored = async () => (await cachesOf(page)).filter(name => name.includes(guardian.id)).length
    await until(stored, count => count === 2)
    await page.goto('/profile')
    const profiles = page.getByRole('list', { name: 'Child profiles' })
    await profiles.getByRole('button', { name: 'Switch to Kim' }).click()
    await page.getByRole('link', { name: 'Kim', exact: true }).waitFor()
    await until(stored, count => count === 0)
    await room.admin.delete(`/api/v1/user/profiles/${kim.id}`)
    forget()
  }))

test('saving a profile sends its libraries only if they were changed', () =>
  room.visit('child-profile-edit', PHONE, async ({ page }) => {
    const sent: unknown[] = []
    page.on('request', request => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
    await page.goto('/profile')
    for (const change of ['age', 'libraries']) {
      await page.getByRole('button', { name: 'Edit Robin' }).click()
      const dialog = page.getByRole('dialog')
      if (change === 'age') await dialog.getByLabel('Age limit').fill('10')
      else await dialog.getByRole('switch', { name: 'Attic' }).check()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    expect(sent).toEqual([
      { ageLimit: 10, showsUnrated: false },
      { ageLimit: 10, showsUnrated: false, libraryIds: [expect.any(String), expect.any(String)] },
    ])
    // As the other tests expect it.
    const [robin] = await room.admin.get<ChildProfileDto[]>('/api/v1/user/profiles')
    const one = { ageLimit: 9, libraryIds: robin?.libraryIds?.slice(0, 1) ?? null }
    await room.admin.patch(`/api/v1/user/profiles/${robin?.id}`, one)
  }))

test('a guardian leaves the profile by signing in another way', () =>
  room.visitAsStranger('child-profile-leave', PHONE, async ({ page, forget }) => {
    await signIn(page)
    await page.goto('/settings/users')
    await page.getByText(`Child profile of ${ADMIN.username}`).waitFor()
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Switch to Robin' }).click()
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    forget()
    await page.goto('/profile')
    await page.getByRole('button', { name: `Switch back to ${ADMIN.username}` }).click()
    await page.getByRole('link', { name: 'Sign in another way' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page)
    expect(await seen(page)).toEqual(['Meadow', 'Cellar', 'Unrated', 'Harbour'])
  }))

for (const [name, screen] of [
  ['profile-picture', DESKTOP],
  ['profile-picture-phone', PHONE],
] as const) {
  test(`a picture is shown wherever its user is named, until it is deleted: ${name}`, () =>
    room.visit(name, screen, async ({ page, forget }) => {
      await page.goto('/profile')
      const panel = page.getByRole('region', { name: 'Profile picture' })
      const picture = panel.locator('img')
      const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          panel.getByRole('button', { name: 'Choose picture' }).click(),
        ])
        await chooser.setFiles(file)
      }
      await choose({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
      await panel.getByRole('alert').waitFor()
      forget()
      const blue = await pngImage({ width: 300, height: 200 }, '#3377cc')
      await choose({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(blue) })
      await picture.waitFor()
      await page.locator('nav a[href="/profile"] img:visible').waitFor()
      await settled(page)
      expect(await axeFindings(page)).toEqual([])
      await saveScreenshot(page, name)
      await page.goto('/settings/users')
      await page.getByRole('list', { name: 'Users' }).locator('img').first().waitFor()
      await settled(page)
      await saveScreenshot(page, `${name}-users`)
      await page.goto('/profile')
      await panel.getByRole('button', { name: 'Delete picture' }).click()
      await picture.waitFor({ state: 'detached' })
      expect(await page.locator('nav a[href="/profile"] img').count()).toBe(0)
    }))
}
