import type { Locator, Progression } from '@octavo/contract/publication'
import type { SpineItem } from '../../../formats/facts'
import { type Place, placeOf } from './progress.rules'

/** Where a locator leads, in steps of 1024 bytes of text: the same on every screen. */
export function placeOfProgression(
  progression: Progression,
  spine: readonly SpineItem[],
  pageCount: number,
): Place & { readonly locator: string } {
  const percentage = shareOf(progression.locator, spine)
  const currentPage = Math.max(1, Math.min(pageCount, Math.floor(percentage * pageCount) + 1))
  return {
    ...placeOf({ currentPage, progressPercentage: percentage }, pageCount),
    locator: JSON.stringify(progression),
  }
}

/** Share of the book: what the app says, else what its chapter and the share of that come to. */
function shareOf({ href, locations }: Locator, spine: readonly SpineItem[]): number {
  if (locations?.totalProgression !== undefined) return locations.totalProgression
  const at = spine.findIndex(item => isSamePath(item.path, href))
  if (at === -1) return 0
  const total = sum(spine)
  const own = spine[at]?.positions ?? 0
  return total === 0 ? 0 : (sum(spine.slice(0, at)) + own * (locations?.progression ?? 0)) / total
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

/** A locator for a place that was reported as a share of the book; null when the book's spine is not known. */
export function locatorAt(percentage: number, spine: readonly SpineItem[]): Locator | null {
  const total = sum(spine)
  let left = Math.min(1, Math.max(0, percentage)) * total
  for (const item of spine) {
    if (left >= item.positions && item !== spine.at(-1)) {
      left -= item.positions
      continue
    }
    return {
      href: item.path.split('/').map(encodeURIComponent).join('/'),
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
