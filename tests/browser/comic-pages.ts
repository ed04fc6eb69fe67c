import { expect } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { ReadProgressResponse } from '@octavo/contract/progress'
import type { Page } from 'playwright-core'
import { until } from '../kit/client'
import { pageOnScreen, type ReadingRoom } from './reading-room'

/** Pages of the comics that are made for these tests, in pixels. */
export const PAGE = { width: 600, height: 900 }

export async function openReader(page: Page, book: BookDto, search = ''): Promise<void> {
  await page.goto(`/books/${book.id}/read${search}`)
  await page.locator('[data-reader]').waitFor()
}

export const progressOf = (room: ReadingRoom, book: BookDto) =>
  room.admin.get<ReadProgressResponse | undefined>(`/api/v1/books/${book.id}/progress`)

/** The server has this page; `completed` is whether the book is finished. */
export async function serverHas(room: ReadingRoom, book: BookDto, page: number, completed = false): Promise<void> {
  const progress = await until(
    () => progressOf(room, book),
    progress => progress?.currentPage === page,
  )
  expect(progress?.completed).toBe(completed)
}

export async function pressThrough(
  page: Page,
  keys: readonly (readonly [key: string, shows: number])[],
): Promise<void> {
  for (const [key, shows] of keys) {
    await page.keyboard.press(key)
    await pageOnScreen(page, shows).waitFor()
  }
}

/** Numbers of the pages of the spread on the screen, from left to right. */
export async function spread(page: Page): Promise<number[]> {
  const shown = page.locator('[data-current="true"] [data-page]')
  const found = await shown.evaluateAll(pages =>
    pages.map(one => ({ number: Number(one.getAttribute('data-page')), left: one.getBoundingClientRect().left })),
  )
  return found.sort((a, b) => a.left - b.left).map(({ number }) => number)
}
