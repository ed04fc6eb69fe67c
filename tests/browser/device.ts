// What a browser stores of an app that is used offline.
import type { BookDto } from '@octavo/contract/book'
import type { Page } from 'playwright-core'
import { DESKTOP } from './reading-room'

export const WITH_WORKER = { ...DESKTOP, serviceWorker: true } as const

/** Until the service worker answers for the page. */
export async function workerReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker?.controller !== null, undefined, { timeout: 120_000 })
}

/** Queues a book by its own menu. */
export async function download(page: Page, book: BookDto): Promise<void> {
  await page.goto(`/books/${book.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Make available offline' }).click()
  await page.getByText('1 book is being downloaded').waitFor()
}

/** Finished downloads on their page. */
export const onDevice = (page: Page) => page.getByText(/ on this device$/)

/** Names of the caches of all users. */
export const cachesOf = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter(name => /^octavo-[0-9a-f-]{36}-/.test(name)))

/** The device has a network again. */
export async function backOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}
