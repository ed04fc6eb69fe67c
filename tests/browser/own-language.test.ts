// What the server refuses, or cannot read, is explained in the language of the app.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { scan } from '../api/catalogue'
import { ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { openReader } from './comic-pages'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom } from './reading-room'
import { copyFixtures } from './shelves'

setDefaultTimeout(90_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder => {
      copyFixtures(folder, {
        'Broken/half.cbz': 'hostile/truncated-jpeg.cbz',
        'Broken/cut.cbz': 'hostile/truncated-half.cbz',
      })
      writeLibrary(folder, {
        'Novels/Calm.epub': ebook({ title: 'Calm', chapters: [{ title: 'Harbour', paragraphs: ['Calm.'] }] }),
        'Novels/Torn.epub': tornBook(),
      })
    },
  })
})
afterAll(() => room?.close())

/** A book whose second chapter is damaged in the archive. */
function tornBook(): Uint8Array {
  const reef = Array.from({ length: 200 }, (_, at) => `Wave ${at} breaks over the reef.`)
  const chapters = [
    { title: 'Harbour', paragraphs: ['Calm.'] },
    { title: 'Reef', paragraphs: reef },
  ]
  const bytes = Buffer.from(ebook({ title: 'Torn', chapters }))
  const name = 'OEBPS/c2.xhtml'
  const start = bytes.indexOf(name) + name.length
  return bytes.fill(0xff, start + 40, start + 200)
}

const speak = (page: Page, language: string) =>
  page.addInitScript(code => localStorage.setItem('octavo.language', code), language)

/** Changes in the browser's own database, as the app stores them. */
const store = (
  page: Page,
  entries: readonly { readonly userId: string; readonly kind: string; readonly id: string }[],
) =>
  page.evaluate(async changes => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const name = (await indexedDB.databases()).find(each => each.name?.startsWith('octavo'))?.name
    const database = await settled(indexedDB.open(name ?? ''))
    const table = database.transaction('unsent', 'readwrite').objectStore('unsent')
    for (const entry of changes) await settled(table.put(entry, [entry.userId, entry.kind, entry.id]))
    database.close()
  }, entries)

test('changes made offline that the server refuses', () =>
  room.visit('language-offline', PHONE, async ({ page, forget }) => {
    const { id: userId } = await room.admin.get<{ id: string }>('/api/v1/auth/me')
    const { id: bookId } = await room.book('Calm')
    await speak(page, 'de')
    await page.goto('/offline')
    const title = page.getByRole('heading', { level: 1 })
    await title.waitFor()
    // A German word may be wider than a phone.
    const hyphenation = title.evaluate(words => [document.documentElement.lang, getComputedStyle(words).hyphens])
    expect(await hyphenation).toEqual(['de', 'auto'])
    const entry = { userId, kind: 'mark', bookId, savedAt: Date.now(), action: 'create', progression: 0 }
    const locator = { href: 'c0.xhtml', type: 'application/xhtml+xml', locations: { progression: 0 } }
    const noteOf = (note: string, book = bookId) => ({
      ...entry,
      id: crypto.randomUUID(),
      bookId: book,
      mark: { kind: 'note', locator, note },
    })
    const old = { status: 422, message: 'The note is too long' }
    await store(page, [
      noteOf(`Zu lang ${'x'.repeat(10_001)}`),
      noteOf('Das Buch ist weg', crypto.randomUUID()),
      // Stored by an earlier version: without facts.
      { ...noteOf('Von früher'), refusal: old } as never,
    ])
    await page.reload()
    const row = (note: string) => page.getByRole('listitem').filter({ hasText: note })
    await row('Zu lang').getByText('Zu lang. Höchstens 10.000 Zeichen.').waitFor()
    await row('Das Buch ist weg').getByText('Das gibt es nicht mehr.').waitFor()
    await row('Von früher').getByText('Der Server hat das abgelehnt.').waitFor()
    expect(await page.getByText('too long').count()).toBe(0)
    await row('Das Buch ist weg').scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'language-offline-de')
    // In the language in which it is read, not that in which it was refused.
    await speak(page, 'fr')
    await page.reload()
    await row('Zu lang').getByText('Trop long').waitFor()
    await row('Das Buch ist weg').scrollIntoViewIfNeeded()
    await saveScreenshot(page, 'language-offline-fr')
    forget()
  }))

test('a page that cannot be shown, and its book', () =>
  room.visit('language-page', DESKTOP, async ({ page, forget }) => {
    const book = await room.bookFile('half.cbz')
    await speak(page, 'de')
    await openReader(page, book)
    const bad = page.locator('[data-current="true"] [data-state="failed"]')
    const good = page.locator('[data-current="true"] [data-state="ready"]')
    await until(
      async () => {
        if (await bad.isVisible()) return true
        if (await good.isVisible()) await page.keyboard.press('ArrowRight')
        return false
      },
      found => found,
    )
    await bad.getByText('Dieser Teil des Buchs ist beschädigt. Der Rest lässt sich lesen.').waitFor()
    await saveScreenshot(page, 'language-page-de')
    await page.goto(`/books/${book.id}`)
    const problem = page.getByText('Seite 3 ist beschädigt. Octavo zeigt, was lesbar ist.')
    await problem.waitFor()
    await saveScreenshot(page, 'language-page-book-de')
    forget()
  }))

test('a chapter that cannot be shown', () =>
  room.visit('language-chapter', DESKTOP, async ({ page, forget }) => {
    const book = await room.book('Torn')
    await speak(page, 'de')
    await page.goto(`/books/${book.id}/read`)
    await page.locator('iframe[data-shown="true"]').waitFor()
    await page.keyboard.press(']')
    await page.getByRole('heading', { name: 'Dieses Kapitel lässt sich nicht anzeigen' }).waitFor()
    await page.getByText('Dieser Teil des Buchs ist beschädigt. Der Rest lässt sich lesen.').waitFor()
    await saveScreenshot(page, 'language-chapter-de')
    forget()
  }))

test('what the server reports in administration', () =>
  room.visit('language-admin', DESKTOP, async ({ page, forget }) => {
    const job = { cronSchedule: '0 4 * * *', config: { type: 'integrity', mode: 'full' } }
    const { id } = await room.admin.post<{ id: string }>('/api/v1/schedules', job)
    await room.admin.post(`/api/v1/schedules/${id}/run-now`)
    const { folder } = await room.admin.get<{ folder: string }>('/api/v1/admin/backups')
    mkdirSync(join(folder, 'octavo-20260101-000000'), { recursive: true })
    await speak(page, 'de')
    await page.goto('/settings/schedules')
    await page.getByText(/^Geprüfte Bücher: 4 · Beschädigte Bücher: \d/).waitFor()
    await saveScreenshot(page, 'language-schedules-de')
    await page.goto('/settings/system')
    await page.getByText('Diese Sicherung ist beschädigt. Erstelle eine neue.').waitFor()
    expect(await page.getByText('it has no manifest.json').isVisible()).toBe(false)
    await saveScreenshot(page, 'language-system-de')
    await speak(page, 'fr')
    await page.reload()
    await page.getByText('Cette sauvegarde est endommagée').waitFor()
    await saveScreenshot(page, 'language-system-fr')
    const { libraryId } = await room.book('Calm')
    renameSync(room.folder, `${room.folder}-away`)
    try {
      await scan(room.admin, libraryId).catch(() => undefined)
      await page.getByText('1 bibliothèque est illisible.').waitFor()
      await saveScreenshot(page, 'language-health-fr')
    } finally {
      renameSync(`${room.folder}-away`, room.folder)
    }
    await scan(room.admin, libraryId)
    forget()
  }))

test('a page with a bad id in its address is not found', () =>
  room.visit('language-address', DESKTOP, async ({ page, forget }) => {
    await speak(page, 'de')
    for (const path of [
      '/lists/readlists/nonsense',
      '/lists/collections/nonsense',
      '/browse/genres/nonsense',
      '/series/x',
    ]) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Seite nicht gefunden' }).waitFor()
    }
    forget()
  }))

test('a file that cannot be read: its page, the reader and the list of errors', () =>
  room.visit('language-book', DESKTOP, async ({ page, forget }) => {
    const book = await room.bookFile('cut.cbz')
    await speak(page, 'de')
    await page.goto(`/books/${book.id}`)
    await page.getByText('Die Datei ist unvollständig oder beschädigt. Du kannst sie trotzdem herunterladen.').waitFor()
    const english = page.getByText(book.analysisError ?? '?')
    expect(await english.isVisible()).toBe(false)
    await page.getByText('Technische Details').click()
    await english.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await saveScreenshot(page, 'language-book-de')
    await page.goto(`/books/${book.id}/read`)
    await page.getByText('Die Datei ist unvollständig oder beschädigt.').waitFor()
    await page.goto('/settings/errors')
    const row = page.getByRole('listitem').filter({ hasText: 'cut.cbz' })
    await row
      .getByText('Die Datei ist unvollständig oder beschädigt. Lade sie neu herunter oder packe sie neu.')
      .waitFor()
    expect(await row.getByText(book.analysisError ?? '?').isVisible()).toBe(false)
    expect(await axeFindings(page)).toEqual([])
    await saveScreenshot(page, 'language-errors-de')
    await speak(page, 'fr')
    await page.reload()
    await row.getByText('Le fichier est incomplet ou endommagé.').waitFor()
    await saveScreenshot(page, 'language-errors-fr')
    forget()
  }))
