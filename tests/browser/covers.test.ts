// Covers on the screen: chosen by a click, uploaded, dropped, pasted, deleted, cropped from the keyboard, taken of a page, reset, on a phone.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { CoverDto } from '@octavo/contract/cover'
import type { BookMetadataLocks, MetadataLocks } from '@octavo/contract/locks'
import type { Page } from 'playwright-core'
import { comic, ebook, writeLibrary } from '../kit/books'
import { axeFindings, saveScreenshot } from '../kit/browser'
import { until } from '../kit/client'
import { jpegImage } from '../kit/images'
import { DESKTOP, openReadingRoom, PHONE, type ReadingRoom, settled } from './reading-room'

setDefaultTimeout(120_000)

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: async folder => {
      writeLibrary(folder, {
        'Akira/Akira v01.cbz': await comic({ pages: 3 }),
        'Akira/Akira v02.cbz': await comic({ pages: 2 }),
        'Prose/Novel.epub': ebook({
          title: 'The Left Hand of Darkness',
          chapters: [{ title: 'One', paragraphs: ['It rained.'] }],
        }),
      })
    },
  })
})
afterAll(() => room?.close())

const bookOf = async (name: string) => {
  const book = (await room.books()).find(one => one.path.endsWith(name))
  if (!book) throw new Error(`There is no ${name}`)
  return book
}
const coversOf = async (id: string) =>
  (await room.admin.get<{ covers: CoverDto[] }>(`/api/v1/books/${id}/covers`)).covers
const selected = async (id: string) => (await coversOf(id)).find(({ isSelected }) => isSelected)

test('a cover is uploaded, taken from a page, cropped by keyboard, chosen and reset', async () => {
  const { id } = await bookOf('v01.cbz')
  await room.visit('covers', { ...DESKTOP, scheme: 'dark' }, async ({ page, forget }) => {
    await page.goto(`/books/${id}`)
    const shown = () => page.locator('[data-cover] img').first().getAttribute('src')
    await page.locator('[data-cover] img').first().waitFor()
    const before = await shown()
    await page.getByRole('button', { name: 'Change cover' }).click()
    const dialog = page.getByRole('dialog')
    const picture = {
      name: 'red.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from(await jpegImage({ width: 600, height: 600 }, '#b03020')),
    }
    await dialog.locator('input[type=file]').setInputFiles(picture)
    await dialog.getByRole('button', { name: 'Uploaded, Selected' }).waitFor()
    await dialog.getByRole('switch', { name: 'Locked', checked: true }).waitFor()
    // The page behind shows it without being loaded again.
    await until(shown, now => now !== before)
    // Sent once the first change has ended.
    await dialog.locator('input[type=file]').setInputFiles(picture)
    await dialog.getByText('This image is already among the covers.').waitFor()
    forget()
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await dialog.getByRole('button', { name: 'Use this page' }).click()
    await dialog.getByRole('button', { name: 'Page 2, Selected' }).waitFor()
    await settled(page)
    await saveScreenshot(page, 'covers-desktop')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await dialog.getByRole('button', { name: 'Crop: Uploaded' }).click()
    await dialog.getByRole('button', { name: 'Book proportions' }).click()
    await dialog.getByRole('group', { name: 'Crop' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowUp')
    await settled(page)
    await saveScreenshot(page, 'covers-crop')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('button', { name: 'Uploaded', exact: true }).click()
    await dialog.getByRole('button', { name: 'Uploaded, Selected' }).waitFor()
    const crop = (await selected(id))?.crop
    expect([crop?.y, crop?.height].map(share => Math.round((share ?? 9) * 100))).toEqual([0, 99])
    expect(Math.round((crop?.x ?? 9) * 100)).toBe(18)
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await dialog.getByRole('button', { name: 'From the file, Selected' }).waitFor()
    await dialog.getByRole('switch', { name: 'Locked', checked: false }).click()
    await dialog.getByRole('switch', { name: 'Locked', checked: true }).waitFor()
    await until(
      async () => (await room.admin.get<BookMetadataLocks>(`/api/v1/books/${id}/metadata/locks`)).coverLock,
      Boolean,
    )
    await page.keyboard.press('Escape')
    await until(shown, now => now === before)
  })
})

test('a chosen, added or cropped cover goes back by undo, also when its dialog is closed; so does the lock', async () => {
  const { id } = await bookOf('v02.cbz')
  const locked = async () => (await room.admin.get<BookMetadataLocks>(`/api/v1/books/${id}/metadata/locks`)).coverLock
  const undone = (source: string, isLocked: boolean) =>
    until(
      async () => [(await selected(id))?.source, await locked()],
      now => now[0] === source && now[1] === isLocked,
    )
  await room.visit('covers-undo', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/books/${id}`)
    await page.getByRole('button', { name: 'Change cover' }).click()
    const dialog = page.getByRole('dialog')
    // Messages of earlier steps may still be there: of those with the same words, the newest has an undo.
    const undo = (said: string) =>
      page.getByRole('status').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).last()
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await dialog.getByRole('button', { name: 'Use this page' }).click()
    await page.getByText('Cover changed: Page 2').waitFor()
    await settled(page)
    await saveScreenshot(page, 'covers-undo-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await undo('Cover changed: Page 2').click()
    await undone('extracted', false)
    // It stays among the covers.
    await dialog.getByRole('button', { name: 'Page 2', exact: true }).click()
    await dialog.getByRole('button', { name: 'Page 2, Selected' }).waitFor()
    await undone('page:2', true)
    await page.getByText('Cover changed: Page 2').last().waitFor()
    await dialog.getByRole('button', { name: 'Crop: Page 2' }).click()
    await dialog.getByRole('group', { name: 'Crop' }).press('Shift+ArrowUp')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Crop saved').waitFor()
    expect((await selected(id))?.crop).toBeTruthy()
    await undo('Crop saved').click()
    await until(
      async () => (await selected(id))?.crop ?? null,
      crop => crop === null,
    )
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await undone('extracted', false)
    const restored = undo('Cover changed: From the file')
    await restored.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await restored.click()
    await undone('page:2', true)
  })
  await room.admin.delete(`/api/v1/books/${id}/covers/${(await selected(id))?.id}`)
})

interface GivenFile {
  readonly name: string
  readonly type: string
  /** Base64, or as many zeros. */
  readonly content: string | number
}

/** Files as a person drops or pastes them: real events with real files, in the page. */
const give = (page: Page, how: 'drop' | 'paste', file: GivenFile) =>
  page.evaluate(
    ({ how, file: { name, type, content } }) => {
      const bytes = typeof content === 'number' ? new Uint8Array(content) : Uint8Array.fromBase64(content)
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type }))
      const place = document.querySelector('[role=dialog]') ?? document.body
      const about = { bubbles: true, cancelable: true }
      if (how === 'drop') {
        const over = new DragEvent('dragover', { ...about, dataTransfer: data })
        place.dispatchEvent(over)
        place.dispatchEvent(new DragEvent('drop', { ...about, dataTransfer: data }))
        return over.defaultPrevented
      }
      const event = new ClipboardEvent('paste', { ...about, clipboardData: data })
      place.dispatchEvent(event)
      return event.defaultPrevented
    },
    { how, file },
  )

test('a cover is dropped and pasted; a text file and 50 MB are refused at once; deleting needs confirmation', async () => {
  const { id } = await bookOf('v02.cbz')
  await room.visit('covers-given', { ...DESKTOP, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/books/${id}`)
    await page.getByRole('button', { name: 'Change cover' }).click()
    const dialog = page.getByRole('dialog', { name: /^Cover of/ })
    await dialog.getByRole('button', { name: 'From the file, Selected' }).waitFor()
    const picture = async (name: string, colour: string): Promise<GivenFile> => {
      const bytes = await jpegImage({ width: 60, height: 90 }, colour)
      return { name, type: 'image/jpeg', content: Buffer.from(bytes).toString('base64') }
    }
    expect(await give(page, 'drop', await picture('dropped.jpg', '#102030'))).toBe(true)
    await until(
      async () => (await coversOf(id)).length,
      count => count === 2,
    )
    await dialog.getByRole('button', { name: 'Uploaded, Selected' }).waitFor()
    await dialog.getByRole('button', { name: 'Choose a file', disabled: false }).waitFor()
    expect(await give(page, 'paste', await picture('pasted.jpg', '#a04030'))).toBe(true)
    await until(
      async () => (await coversOf(id)).length,
      count => count === 3,
    )
    await dialog.getByRole('button', { name: 'Choose a file', disabled: false }).waitFor()
    const problem = dialog.getByRole('alert')
    for (const how of ['drop', 'paste'] as const) {
      await give(page, how, { name: 'notes.txt', type: 'text/plain', content: 12 })
      await problem.getByText('This file isn’t an image.').waitFor()
      await give(page, how, { name: 'large.png', type: 'image/png', content: 50 * 1024 ** 2 })
      await problem.getByText(/^The image is 5\d(\.\d)? M.?B\. The limit is 20 M.?B\.$/).waitFor()
    }
    await saveScreenshot(page, 'covers-too-large')
    const bin = dialog.getByRole('button', { name: 'Delete: Uploaded' }).last()
    const question = page.getByRole('dialog', { name: 'Delete cover?' })
    await bin.click()
    await question.getByText('This cover is selected.').waitFor()
    await settled(page)
    await saveScreenshot(page, 'covers-delete')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    expect((await coversOf(id)).length).toBe(3)
    await bin.click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'From the file, Selected' }).waitFor()
    expect((await coversOf(id)).length).toBe(2)
  })
})

test('the books of a series do not move when ratings and links load late', async () => {
  const { seriesId, id } = await bookOf('v01.cbz')
  await room.admin.put(`/api/v1/series/${seriesId}/rating`, { rating: 80, notes: 'Much to say.\n\nTwice.' })
  await room.admin.post(`/api/v1/series/${seriesId}/external-links`, {
    sourceName: 'anilist',
    url: 'https://anilist.co/manga/30664',
  })
  for (const [path, linked] of [
    [`/series/${seriesId}`, 'Vol. 2'],
    [`/books/${id}`, 'Vol. 2'],
  ] as const) {
    await room.visit('steady', { ...PHONE, scheme: 'light' }, async ({ page }) => {
      await page.addInitScript(() => {
        Object.assign(globalThis, { shifted: 0 })
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) {
            const { value } = entry as PerformanceEntry & { readonly value: number }
            Object.assign(globalThis, { shifted: (globalThis as unknown as { shifted: number }).shifted + value })
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      let late = 0
      await page.route(/\/(rating|ratings\/average|external-\w+|full)$/, async route => {
        const answer = await route.fetch()
        await page.locator('h1').waitFor()
        late++
        await route.fulfill({ response: answer })
      })
      await page.goto(path)
      await page.getByRole('radiogroup', { name: 'My rating' }).waitFor()
      await page.getByRole('link', { name: linked }).last().waitFor()
      await settled(page)
      expect(late).toBeGreaterThan(2)
      expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(0.01)
    })
  }
})

test('on a phone a series gets the cover of a book, or one drawn from its title', async () => {
  const { seriesId } = await bookOf('Novel.epub')
  const akira = await bookOf('v02.cbz')
  const lock = async (id: string) => (await room.admin.get<MetadataLocks>(`/api/v1/series/${id}/metadata/locks`)).cover
  await room.visit('covers-phone', { ...PHONE, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/series/${akira.seriesId}`)
    await page.getByRole('button', { name: 'Change cover' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'From the first book, Selected' }).waitFor()
    await dialog.getByRole('button', { name: 'Vol. 2' }).click()
    await dialog.getByRole('button', { name: 'From a book, Selected' }).waitFor()
    expect(await lock(akira.seriesId)).toBe(true)
    await page.goto(`/series/${seriesId}`)
    await page.getByRole('button', { name: 'Change cover' }).click()
    await dialog.getByRole('button', { name: 'Generated, Selected' }).waitFor()
    await settled(page)
    await saveScreenshot(page, 'covers-phone')
    expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  })
})

test('text in and on the accent colour of any cover has a contrast of at least 4.5:1', async () => {
  const { id } = await bookOf('v01.cbz')
  await room.visit('covers-accent', { ...DESKTOP, scheme: 'light' }, async ({ page }) => {
    await page.goto(`/books/${id}`)
    await page.locator('h1').waitFor()
    const tooWeak = await page.evaluate(pairs => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const probe = document.body.appendChild(document.createElement('i'))
      // WCAG 2.2, relative luminance.
      const luminance = (variable: string) => {
        probe.style.color = `var(${variable})`
        if (!context) return 0
        context.fillStyle = getComputedStyle(probe).color
        context.fillRect(0, 0, 1, 1)
        const [r = 0, g = 0, b = 0] = [...context.getImageData(0, 0, 1, 1).data].map(value => {
          const share = value / 255
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const found: string[] = []
      const root = document.documentElement.style
      for (const scheme of ['light', 'dark']) {
        probe.style.colorScheme = scheme
        for (const chroma of [0.012, 0.06, 0.11, 0.165]) {
          for (let hue = 0; hue < 360; hue += 10) {
            root.setProperty('--accent-hue', String(hue))
            root.setProperty('--accent-chroma', String(chroma))
            for (const [text, ground] of pairs) {
              const [low = 0, high = 0] = [luminance(text), luminance(ground)].toSorted((a, b) => a - b)
              const contrast = (high + 0.05) / (low + 0.05)
              if (contrast < 4.5) found.push(`${scheme} ${hue} ${chroma} ${text} on ${ground}: ${contrast.toFixed(2)}`)
            }
          }
        }
      }
      return found
    }, ACCENTED)
    expect(tooWeak).toEqual([])
  })
})

/** What is written in the accent or on it. */
const ACCENTED = [
  ['--accent-text', '--ground'],
  ['--accent-text', '--raised'],
  ['--accent-text', '--accent-soft'],
  ['--accent-ink', '--accent'],
  ['--ink', '--accent-wash'],
] as const
