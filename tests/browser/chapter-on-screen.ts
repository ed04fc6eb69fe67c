// The visible content of an EPUB chapter, read in its frame.
import type { Page } from 'playwright-core'

/** Asks the chapter on the screen. Chapters come and go while one turns: undefined when it was gone before it answered. */
export async function inChapter<Result, Given = undefined>(
  page: Page,
  ask: (given: Given) => Result,
  given?: Given,
): Promise<Result | undefined> {
  try {
    const element = await page.$('iframe[data-shown="true"]')
    const frame = await element?.contentFrame()
    return (await frame?.evaluate(ask as (given: unknown) => Result, given)) as Result | undefined
  } catch (error) {
    if (/detached|destroyed|closed/.test(String(error))) return undefined
    throw error
  }
}

/** The first words that are on the screen; empty while there are none. */
export async function wordsOnScreen(page: Page, length = 40): Promise<string> {
  return (await inChapter(page, firstWords, length)) ?? ''
}

/** Runs in the chapter. */
function firstWords(length: number): string {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const onScreen = (node: Node, at: number) => {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const { left, right, top, bottom } = range.getBoundingClientRect()
    return right > left && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
  }
  let found = ''
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? ''
    for (let at = 0; at < text.length && found.length < length; at++) {
      if (/\s/.test(text[at] ?? ' ')) found += found && ' '
      else if (onScreen(node, at)) found += text[at]
      else if (found.trim()) return found.replace(/\s+/g, ' ').trim()
    }
  }
  return found.replace(/\s+/g, ' ').trim()
}

/** Runs in the chapter: where the highest line on the screen begins. */
function firstLine(): number {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let highest = Number.POSITIVE_INFINITY
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode)
    for (const { left, right, top, bottom } of range.getClientRects()) {
      const isSeen = right > left && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
      if (isSeen) highest = Math.min(highest, top)
    }
  }
  return highest
}

/** Whether the bar at the top, when it is there, leaves the first line free. */
export async function firstLineIsFree(page: Page): Promise<boolean> {
  const frame = await page.locator('iframe[data-shown="true"]').boundingBox()
  const bar = await page.locator('[data-reader] header').evaluate(header => (header as HTMLElement).offsetHeight)
  return (frame?.y ?? 0) + ((await inChapter(page, firstLine)) ?? 0) >= bar
}

/** Runs in the chapter: selects the first occurrence of some words. */
export function selectWords(words: string): boolean {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const at = (node.nodeValue ?? '').indexOf(words)
    if (at === -1) continue
    getSelection()?.setBaseAndExtent(node, at, node, at + words.length)
    return true
  }
  return false
}
