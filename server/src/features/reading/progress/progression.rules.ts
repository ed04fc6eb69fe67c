import type { Locator, Progression } from '@octavo/contract/publication'
import type { SpineItem } from '../../../formats/facts'
import { type Place, placeOf } from './progress.rules'

/** Position of a locator, in steps of 1024 bytes of text: the same on every screen. Null for an invalid one. */
export function placeOfProgression(
  progression: Progression,
  spine: readonly SpineItem[],
  pageCount: number,
): (Place & { readonly locator: string }) | null {
  const percentage = shareOf(progression.locator, spine, pageCount)
  if (percentage === null) return null
  const currentPage = Math.max(1, Math.min(pageCount, Math.floor(percentage * pageCount) + 1))
  return {
    ...placeOf({ currentPage, progressPercentage: percentage }, pageCount),
    locator: JSON.stringify(progression),
  }
}

/**
 * Share of the book: as sent by the app, else from the chapter and its share, else from the position, counted from 1.
 * In an unanalysed book, any chapter is accepted.
 */
function shareOf({ href, locations = {} }: Locator, spine: readonly SpineItem[], pageCount: number): number | null {
  const { totalProgression, progression, position = 0 } = locations
  if (totalProgression !== undefined) return totalProgression
  const positions = sum(spine)
  const at = spine.findIndex(item => isSamePath(item.path, href))
  if (at !== -1 && positions > 0 && (progression !== undefined || position === 0)) {
    return (sum(spine.slice(0, at)) + (spine[at]?.positions ?? 0) * (progression ?? 0)) / positions
  }
  const total = positions || pageCount
  if (position > 0 && total > 0) return Math.min(1, (position - 1) / total)
  return at !== -1 || spine.length === 0 ? 0 : null
}

/** The path in an href; null for none. */
export function partOf(href: string, spine: readonly SpineItem[]): string | null {
  return spine.find(item => isSamePath(item.path, href))?.path ?? null
}

/** Names of a book's part in locators. */
export function addressOfPart(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** The page of a locator in a book of pages: its position, the page of its href, or its share. */
export function placeOfPage(
  progression: Progression,
  pageCount: number,
): (Place & { readonly locator: string }) | null {
  const { href, locations = {} } = progression.locator
  const { position = 0, totalProgression } = locations
  const named = Number(/\/pages\/(\d{1,9})(?:[?#]|$)/.exec(href)?.[1] ?? 0)
  // Compensates for rounding: 29 hundredths of 100 pages are less than 29.
  const byShare = totalProgression === undefined ? 0 : Math.floor(totalProgression * pageCount + 1e-6) + 1
  const currentPage = position || named || byShare
  if (currentPage < 1) return null
  const place = placeOf({ currentPage, progressPercentage: null, completed: null }, pageCount)
  return { ...place, locator: JSON.stringify(progression) }
}

/** A page as the manifest of a protocol names it: apps look for a place by its href. */
export interface PageLink {
  readonly href: string
  readonly type: string
}

/** A locator for a page; its share is what precedes it. */
export function pageLocator({ href, type }: PageLink, page: number, pageCount: number): Locator {
  const totalProgression = pageCount > 0 ? Math.min(1, (page - 1) / pageCount) : 0
  return { href, type, locations: { position: page, progression: 0, totalProgression } }
}

/** Apps differ in whether a path begins at the archive's root and is percent-encoded. */
function isSamePath(path: string, href: string): boolean {
  const plain = decoded(href.split('#')[0] ?? '').replace(/^\/+/, '')
  return plain === path || plain.endsWith(`/${path}`) || path.endsWith(`/${plain}`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A locator for a place reported as a share of the book; null if the spine is unknown. */
export function locatorAt(percentage: number, spine: readonly SpineItem[]): Locator | null {
  const total = sum(spine)
  let left = Math.min(1, Math.max(0, percentage)) * total
  for (const item of spine) {
    if (left >= item.positions && item !== spine.at(-1)) {
      left -= item.positions
      continue
    }
    return {
      href: addressOfPart(item.path),
      type: item.mediaType,
      locations: {
        progression: Math.min(1, left / item.positions),
        totalProgression: percentage,
        position: Math.min(total, Math.floor(percentage * total) + 1),
      },
    }
  }
  return null
}

function sum(spine: readonly SpineItem[]): number {
  return spine.reduce((total, item) => total + item.positions, 0)
}
