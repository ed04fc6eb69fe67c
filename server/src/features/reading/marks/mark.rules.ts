import type { MarkLocator, MarkRegion } from '@octavo/contract/mark'
import { MARK_COLORS, MARK_LIMITS, type MarkColor, type MarkKind } from '@octavo/contract/mark-limits'
import { isVisible } from '@octavo/contract/visible-text'
import { usableTime } from '../../../kernel/device-clock'
import { searchForm } from '../../../kernel/text'
import type { MarkContent, MarkedBook, MarkRow, PlacedIn, Rejection } from './mark.types'

/** A mark as sent by an app. */
export interface GivenMark {
  readonly kind: MarkKind
  readonly color?: MarkColor | null | undefined
  readonly note?: string | null | undefined
  readonly quote?: string | null | undefined
  readonly page?: number | null | undefined
  readonly region?: MarkRegion | null | undefined
  readonly rects?: readonly MarkRegion[] | undefined
  readonly locator?: MarkLocator | null | undefined
}

/** Changed fields of a mark; absent ones stay. */
export type MarkChange = { readonly [Member in keyof GivenMark]?: GivenMark[Member] | undefined }

const refusal = (reason: Rejection['reason'], member: string, message: string): Rejection => ({
  reason,
  member,
  message,
})

const tooLong = (member: string, max: number, what = 'characters'): Rejection => ({
  ...refusal('too_long', member, `At most ${max} ${what}`),
  max,
})

/** The mark in its stored form, or why it is invalid. */
export function checkedMark(given: GivenMark, book: MarkedBook): MarkContent | Rejection {
  const isEbook = book.file_format === 'epub'
  const quote = cleanText(given.locator?.text?.highlight ?? given.quote ?? '')
  const note = cleanText(given.note ?? '')
  const fault = placeAtFault(given, book, isEbook) ?? textAtFault(given, quote, note)
  if (fault) return fault
  const hasQuote = isVisible(quote)
  if (given.kind === 'note' && !isVisible(note)) return refusal('invalid_content', 'note', 'A note needs a text')
  if (given.kind === 'highlight' && !hasQuote && (isEbook || !given.region)) {
    return refusal('invalid_content', isEbook ? 'locator' : 'quote', 'A highlight needs a quoted text or a region')
  }
  return {
    kind: given.kind,
    color: given.color ?? (given.kind === 'highlight' ? MARK_COLORS[0] : null),
    note: isVisible(note) ? note : null,
    quote: hasQuote ? quote : null,
    page: isEbook ? null : (given.page ?? null),
    region: isEbook || !given.region ? null : JSON.stringify(plainRegion(given.region)),
    rects: isEbook || !given.rects?.length ? null : JSON.stringify(given.rects.map(plainRegion)),
    locator: isEbook && given.locator ? storedLocator(given.locator, hasQuote ? quote : null) : null,
    progression: isEbook
      ? (given.locator?.locations?.totalProgression ?? 0)
      : ((given.page ?? 1) - 1) / Math.max(1, book.page_count),
  }
}

function placeAtFault(given: GivenMark, book: MarkedBook, isEbook: boolean): Rejection | null {
  const wrong = (member: string, message: string) => refusal('invalid_place', member, message)
  if (isEbook) {
    if (!given.locator) return wrong('locator', 'A place in an ebook is a locator')
    return locatorAtFault(given.locator)
  }
  const { page, region, rects = [] } = given
  if (page == null) return wrong('page', 'A place in this book is a page')
  if (page < 1) return wrong('page', 'Pages are counted from 1')
  if (book.page_count > 0 && page > book.page_count) return wrong('page', `The book has ${book.page_count} pages`)
  if (region && !isInside(region)) return wrong('region', 'Fractions of the page, from 0 to 1')
  if (rects.length > MARK_LIMITS.rects) return tooLong('rects', MARK_LIMITS.rects, 'rectangles')
  const outside = rects.findIndex(rect => !isInside(rect))
  return outside === -1 ? null : wrong(`rects.${outside}`, 'Fractions of the page, from 0 to 1')
}

function locatorAtFault({ locations = {}, text: _, ...rest }: MarkLocator): Rejection | null {
  for (const name of ['progression', 'totalProgression'] as const) {
    const share = locations[name]
    if (share !== undefined && !(share >= 0 && share <= 1)) {
      return refusal('invalid_place', `locator.locations.${name}`, 'From 0 to 1')
    }
  }
  if (JSON.stringify({ ...rest, locations }).length <= MARK_LIMITS.locator) return null
  return tooLong('locator', MARK_LIMITS.locator, 'characters without its text')
}

function textAtFault(given: GivenMark, quote: string, note: string): Rejection | null {
  const { note: longestNote, quote: longestQuote } = MARK_LIMITS
  if (note.length > longestNote) return tooLong('note', longestNote)
  if (quote.length <= longestQuote) return null
  const member = given.locator?.text?.highlight === undefined ? 'quote' : 'locator.text.highlight'
  return tooLong(member, longestQuote)
}

/** Rounding may exceed the edge slightly. */
const EDGE = 1.001

function isInside({ x, y, width, height }: MarkRegion): boolean {
  return x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= EDGE && y + height <= EDGE
}

const plainRegion = ({ x, y, width, height }: MarkRegion) => ({ x, y, width, height })

function storedLocator({ text, ...locator }: MarkLocator, quote: string | null): string {
  const { context } = MARK_LIMITS
  const before = plainText(text?.before ?? '')
    .slice(-context)
    .toWellFormed()
  const after = plainText(text?.after ?? '')
    .slice(0, context)
    .toWellFormed()
  if (quote === null && before === '' && after === '') return JSON.stringify(locator)
  return JSON.stringify({ ...locator, text: { before, highlight: quote ?? '', after } })
}

/** Multi-line text without control characters. HTML is plain text. */
function plainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]/gu, '')
}

const cleanText = (text: string) => plainText(text).trim()

/** The searched text. */
export function searchTextOf({ note, quote }: Pick<MarkContent, 'note' | 'quote'>): string {
  return searchForm([note, quote].filter(text => text !== null).join('\n'))
}

/** A changed mark: absent fields stay. */
export function mergedMark(row: MarkRow, change: MarkChange): GivenMark {
  const pick = <T>(given: T | undefined, was: T) => (given === undefined ? was : given)
  return {
    kind: change.kind ?? row.kind,
    color: pick(change.color, row.color),
    note: pick(change.note, row.note),
    quote: pick(change.quote, row.quote),
    page: pick(change.page, row.page),
    region: pick(change.region, parsed<MarkRegion>(row.region)),
    rects: change.rects ?? parsed<MarkRegion[]>(row.rects) ?? [],
    locator: pick(change.locator, parsed<MarkLocator>(row.locator)),
  }
}

/** Whether a change sets the place: then it refers to the current file. */
export function isPlaceIn(change: MarkChange): boolean {
  return PLACE.some(member => change[member] !== undefined)
}

export function parsed<T>(json: string | null): T | null {
  return json === null ? null : (JSON.parse(json) as T)
}

/** The file of a place according to the app; by default the book's current one. */
export function placedIn(book: MarkedBook, fileHash: string | undefined): PlacedIn {
  const isOther = fileHash !== undefined && fileHash !== book.file_hash
  return isOther ? { file_hash: fileHash, pages_hash: null } : book
}

const PLACE = ['quote', 'page', 'region', 'rects', 'locator'] as const

export function isSamePlace(a: Pick<MarkContent, (typeof PLACE)[number]>, b: typeof a): boolean {
  return PLACE.every(member => a[member] === b[member])
}

/**
 * Whether the file has changed since the place was set. Writing metadata into an archive changes the file but no page;
 * unknown hashes are ignored.
 */
export function isStale(row: PlacedIn, now: PlacedIn): boolean {
  if (row.file_hash === '' || now.file_hash === '' || row.file_hash === now.file_hash) return false
  return row.pages_hash === null || row.pages_hash !== now.pages_hash
}

/**
 * When a mark was created and last changed. Changes are compared by device clocks as they are, so that a repeated
 * delivery is recognised. Instead of a time that no clock can mean, the server's counts: no mark is lost by it.
 */
export function timesOf(
  given: { readonly createdAt?: string | undefined; readonly updatedAt?: string | undefined },
  now: number,
): { readonly createdAt: number; readonly updatedAt: number } {
  const updatedAt = deviceTime(given.updatedAt, now) ?? now
  const createdAt = deviceTime(given.createdAt, now) ?? updatedAt
  return { createdAt: Math.min(createdAt, updatedAt, now), updatedAt }
}

/** Null without one, or if it is unusable. */
export function deviceTime(text: string | undefined, now: number): number | null {
  return text === undefined ? null : usableTime(Date.parse(text), now)
}
