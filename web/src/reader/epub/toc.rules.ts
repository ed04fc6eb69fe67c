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

/** Visible text, and where targets in its chapter are: shares of the chapter's text. One that is missing leads to its start. */
export interface Sight {
  readonly from: number
  readonly to: number
  readonly starts: ReadonlyMap<string, number>
}

/**
 * Index of the line of a chapter, -1 before the first. Of several in one chapter, the first; by what is in sight, the first
 * that begins there, or else the last that began before.
 */
export function currentLine(lines: readonly TocLine[], chapter: number, sight?: Sight): number {
  const { from, to, starts } = sight ?? { from: 0, to: 1, starts: new Map<string, number>() }
  const own = lines
    .map(({ chapter, fragment }, index) => ({ chapter, index, start: starts.get(fragment ?? '') ?? 0 }))
    .filter(line => line.chapter === chapter)
    .toSorted((a, b) => a.start - b.start)
  const first = own.find(({ start }) => start >= from && start <= to)
  const last = own.findLast(({ start }) => start < from)
  // Of several that begin together, the first.
  const line = first ?? own.find(({ start }) => start === last?.start)
  return line?.index ?? lines.findLastIndex(line => line.chapter !== null && line.chapter < chapter)
}

/** Where the next line of a chapter begins after what is in sight; null if none does. */
export function nextStart(lines: readonly TocLine[], chapter: number, to: number, starts: Sight['starts']) {
  const later = fragmentsOf(lines, chapter).flatMap(fragment => starts.get(fragment) ?? [])
  return later.filter(start => start > to).sort((a, b) => a - b)[0] ?? null
}

/** The fragments by which several lines of a chapter differ; none if it has a single line. */
export function fragmentsOf(lines: readonly TocLine[], chapter: number): string[] {
  const own = lines.filter(line => line.chapter === chapter)
  return own.length < 2 ? [] : own.flatMap(({ fragment }) => fragment ?? [])
}

function decode(fragment: string | null): string | null {
  if (fragment === null) return null
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
