import type { PublicationLink, PublicationTocEntry } from '@octavo/contract/publication'
import { findChapter } from './locator.rules'

/** One line of the contents. */
export interface TocLine {
  readonly title: string
  readonly depth: number
  /** Index in the reading order; null for a heading without a target. */
  readonly chapter: number | null
  readonly fragment: string | null
}

const DEEPEST = 8
const LONGEST = 5000

/** The contents as lines. Some books have absurdly nested contents, so depth and length are limited. */
export function tocLines(
  toc: readonly PublicationTocEntry[],
  chapters: readonly Pick<PublicationLink, 'href' | 'type' | 'positions'>[],
): TocLine[] {
  const lines: TocLine[] = []
  const waiting = toc.map(entry => ({ entry, depth: 0 })).reverse()
  for (let next = waiting.pop(); next && lines.length < LONGEST; next = waiting.pop()) {
    const { entry, depth } = next
    const found = entry.href === null ? -1 : findChapter(chapters, entry.href)
    const fragment = entry.href?.split('#')[1] ?? null
    const title = entry.title.trim()
    if (title !== '') lines.push({ title, depth, chapter: found === -1 ? null : found, fragment: decode(fragment) })
    const inner = Math.min(DEEPEST, depth + 1)
    for (const child of [...entry.children].reverse()) waiting.push({ entry: child, depth: inner })
  }
  return lines
}

/** Index of the line of a chapter, -1 before the first. Of several in one chapter, the first. */
export function currentLine(lines: readonly TocLine[], chapter: number): number {
  const exact = lines.findIndex(line => line.chapter === chapter)
  if (exact !== -1) return exact
  return lines.findLastIndex(line => line.chapter !== null && line.chapter < chapter)
}

function decode(fragment: string | null): string | null {
  if (fragment === null) return null
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
