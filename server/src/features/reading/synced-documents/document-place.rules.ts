import type { Progression } from '@octavo/contract/publication'
import type { SpineItem } from '../../../formats/facts'
import type { Place } from '../progress'

/** A place in KOReader's format. */
export interface WrittenPlace {
  /** A page of a comic or PDF; in an ebook an XPointer, whose fragment is the document in reading order. */
  readonly progress: string
  /** 0 to 1. */
  readonly percentage: number
}

/** `/body/DocFragment[14]/body/p[3]/text().0`: counted from 1. */
const FRAGMENT = /^\/body\/DocFragment\[(\d{1,6})\]/
/** The form of older versions: counted from 0. */
const OLD_FRAGMENT = /^#?_doc_fragment_(\d{1,6})_/

/** The page of a comic or PDF. */
export function pageOfWritten({ progress, percentage }: WrittenPlace, pageCount: number): number {
  const page = /^\d{1,9}$/.test(progress) ? Number(progress) : Math.round(percentage * pageCount)
  return Math.max(1, page)
}

/** For an ebook, a locator: the chapter of the pointer, and the share of the book. */
export function locatorOfWritten(written: WrittenPlace, spine: readonly SpineItem[]): Progression['locator'] | null {
  const at = fragmentOf(written.progress) ?? indexAt(spine, written.percentage)
  const item = spine[at]
  if (!item) return null
  const before = positionsOf(spine.slice(0, at))
  const inside = (written.percentage * positionsOf(spine) - before) / item.positions
  return {
    href: item.path.split('/').map(encodeURIComponent).join('/'),
    type: item.mediaType,
    locations: { progression: Math.min(1, Math.max(0, inside)), totalProgression: written.percentage },
  }
}

/** A place of another app in KOReader's format: the page, or the start of the chapter with the share of the book. */
export function writtenPlace(
  place: Pick<Place, 'page' | 'percentage'> & { readonly locator: string | null },
  book: { readonly file_format: string; readonly page_count: number },
  spine: readonly SpineItem[],
): WrittenPlace {
  const share = book.page_count > 0 ? Math.min(1, place.page / book.page_count) : (place.percentage ?? 0)
  if (book.file_format !== 'epub') return { progress: String(place.page), percentage: share }
  const percentage = place.percentage ?? share
  const chapter = chapterOf(place.locator, spine) ?? indexAt(spine, percentage)
  return { progress: `/body/DocFragment[${chapter + 1}].0`, percentage }
}

function fragmentOf(progress: string): number | null {
  const at = FRAGMENT.exec(progress)?.[1]
  if (at !== undefined) return Number(at) - 1
  const old = OLD_FRAGMENT.exec(progress)?.[1]
  return old === undefined ? null : Number(old)
}

/** The document at a share of the book. */
function indexAt(spine: readonly SpineItem[], percentage: number): number {
  let left = percentage * positionsOf(spine)
  for (const [at, item] of spine.entries()) {
    if (left < item.positions) return at
    left -= item.positions
  }
  return Math.max(0, spine.length - 1)
}

function chapterOf(locator: string | null, spine: readonly SpineItem[]): number | null {
  if (locator === null) return null
  const { href } = (JSON.parse(locator) as Progression).locator
  const at = spine.findIndex(({ path }) => href.split('#')[0] === path.split('/').map(encodeURIComponent).join('/'))
  return at < 0 ? null : at
}

const positionsOf = (spine: readonly SpineItem[]) => spine.reduce((sum, item) => sum + item.positions, 0)
