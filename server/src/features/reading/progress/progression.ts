import type { Progression } from '@octavo/contract/publication'
import { AppError } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { findProgress, findReadableBook } from './progress.queries'
import type { ProgressDeps } from './progress-deps'
import {
  addressOfPart,
  locatorAt,
  type PageLink,
  pageLocator,
  partOf,
  placeOfPage,
  placeOfProgression,
} from './progression.rules'
import { savePlace } from './save-place'
import { sourceOf } from './source'
import { findSpine } from './spine.queries'

/** A protocol's hrefs for the parts of an EPUB and the pages of other books. */
export interface Hrefs {
  /** Without it, parts are called what the app that saved the place called them. */
  readonly part?: (path: string) => string
  /** 1-based. */
  page(number: number): Promise<PageLink>
}

/**
 * The viewer's place as a locator, with the hrefs of a protocol; by default as it was written. Null without one.
 * @throws NotFound
 */
export async function progressionOf(
  { reader }: Pick<ProgressDeps, 'reader'>,
  viewer: Viewer,
  bookId: string,
  hrefs?: Hrefs,
): Promise<Progression | null> {
  const book = await findReadableBook(reader, viewer, bookId)
  const row = await findProgress(reader, viewer, book.pk)
  if (!row) return null
  if (book.file_format !== 'epub' && hrefs) {
    const { current_page: page } = row
    const written = row.locator === null ? null : (JSON.parse(row.locator) as Progression)
    const locator = { ...written?.locator, ...pageLocator(await hrefs.page(page), page, book.page_count) }
    return { ...written, modified: written?.modified ?? timestamp(row.updated_at), locator }
  }
  if (row.locator !== null) {
    const written = JSON.parse(row.locator) as Progression
    const part = hrefs?.part && partOf(written.locator.href, await findSpine(reader, book.pk))
    return part && hrefs?.part ? { ...written, locator: { ...written.locator, href: hrefs.part(part) } } : written
  }
  // An app without locators has read on: the share of the book gives nearly the same text.
  const spine = row.percentage === null ? [] : await findSpine(reader, book.pk)
  const locator = row.percentage === null ? null : locatorAt(row.percentage, spine)
  if (locator === null) return null
  const part = hrefs?.part && partOf(locator.href, spine)
  return {
    modified: timestamp(row.updated_at),
    locator: part && hrefs?.part ? { ...locator, href: hrefs.part(part) } : locator,
  }
}

/**
 * Records the place of a locator. `isForeign`: its hrefs are those of a protocol, and are converted to those that other
 * apps use.
 * @throws NotFound; BadRequest for a locator outside the book; Conflict if a newer place is known
 */
export async function saveProgression(
  deps: ProgressDeps,
  { viewer, request }: { readonly viewer: Viewer; readonly request: Request },
  bookId: string,
  { deliberate = false, measured = false, ...written }: Progression,
  isForeign = false,
): Promise<void> {
  const { reader } = deps
  const book = await findReadableBook(reader, viewer, bookId)
  const spine = await findSpine(reader, book.pk)
  const part = isForeign ? partOf(written.locator.href, spine) : null
  const href = part === null ? written.locator.href : addressOfPart(part)
  const progression = { ...written, locator: { ...written.locator, href } }
  const place =
    book.file_format !== 'epub' && isForeign
      ? placeOfPage(progression, book.page_count)
      : placeOfProgression(progression, spine, book.page_count)
  if (!place) throw new AppError('BadRequest', 'The href of this locator is not part of the book')
  await savePlace(deps, viewer, book, {
    ...sourceOf(request, viewer, written.device?.id),
    readAt: Date.parse(written.modified),
    deliberate,
    measured,
    place,
  })
}
