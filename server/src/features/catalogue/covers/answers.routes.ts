import type { Reader } from '../../../db'
import { blobAnswer } from '../../../http/bytes-answer'
import { matchesEtag, notModified } from '../../../http/etag'
import { notFound } from '../../../kernel/app-error'
import { drawnName } from '../../../kernel/drawn-words'
import type { Viewer } from '../../../kernel/viewer'
import { type DiskCache, hashOf } from '../../../platform/disk-cache'
import type { ParserPool } from '../../../workers/pool.types'
import { bookCover, type DrawnFor, type FoundCover, seriesCover } from './cover.queries'
import type { CoverName, Covers, Owner } from './cover-files'
import {
  type AddedCover,
  type SentForm,
  sentForm,
  variantOfChosen,
  variantOfCover,
  variantOfDrawn,
  variantOfFile,
  variantOfFolderImage,
} from './cover-variants'
import { drawnText } from './drawn-covers.queries'
import type { MissingCovers } from './missing-covers'
import { coverOfName } from './name-covers.queries'

export interface CoverDeps {
  readonly reader: Reader
  readonly covers: Covers
  readonly missing: MissingCovers
  /** Dependencies of drawn covers and other sizes. */
  readonly pool: ParserPool
  readonly cache: DiskCache
}

interface Asker {
  readonly viewer: Viewer
  readonly request: Request
}

/** Parameters of a cover's address. */
export interface WantedForm {
  /** The cover version in the address; such an answer can be cached forever. */
  readonly version: string | undefined
  /** Maximum width in pixels; absent for the stored thumbnail. */
  readonly width?: number | undefined
  /** For addresses with a fixed format; absent: negotiated with the app. */
  readonly format?: 'jpeg'
}

export interface WantedCover extends WantedForm {
  readonly id: string
}

/**
 * The thumbnail of a book, or 304. A book without a picture has a drawn one.
 * @throws NotFound for a missing or hidden book
 */
export async function bookCoverAnswer(deps: CoverDeps, asker: Asker, { id, ...form }: WantedCover): Promise<Response> {
  return answer(deps, asker.request, () => bookCover(deps.reader, asker.viewer, id), form)
}

/** The same for a series. */
export async function seriesCoverAnswer(
  deps: CoverDeps,
  asker: Asker,
  { id, ...form }: WantedCover,
): Promise<Response> {
  return answer(deps, asker.request, () => seriesCover(deps.reader, asker.viewer, id), form)
}

/** A cover of something visible to the viewer. */
export type SeenCover = Owner & WantedForm & { readonly drawnFor: DrawnFor; readonly current: string | null }

/** The selected cover: a chosen one, or the drawn one. */
export function shownAnswer(deps: CoverDeps, request: Request, { current, drawnFor, ...wanted }: SeenCover) {
  const { version: _, width: __, ...owner } = wanted
  const found: FoundCover =
    current === null ? { kind: 'none', drawnFor } : { kind: 'picture', name: { ...owner, version: current }, drawnFor }
  return answer(deps, request, async () => found, wanted)
}

/** A name visible to the viewer. */
interface SeenName extends WantedForm {
  readonly pk: number
  readonly id: string
  readonly kind: string
  /** Version of its chosen picture; null for the default one. */
  readonly current: string | null
}

/** The picture of a name: the chosen one, else the cover of a visible book, else its initials. */
export function nameAnswer(
  deps: CoverDeps,
  { viewer, request }: Asker,
  { pk, id, kind, current, ...form }: SeenName,
): Promise<Response> {
  const drawnFor = { namePk: pk }
  const find = async (): Promise<FoundCover> => {
    const name =
      current === null ? await coverOfName(deps.reader, viewer, { pk, kind }) : { nameId: id, version: current }
    return name === null ? { kind: 'none', drawnFor } : { kind: 'picture', name, drawnFor }
  }
  return answer(deps, request, find, form)
}

/** The default cover: from a book's file or a series' folder, else drawn. */
export async function usualAnswer(deps: CoverDeps, request: Request, wanted: SeenCover): Promise<Response> {
  if ('libraryId' in wanted || 'nameId' in wanted) return drawnAnswer(deps, request, wanted.drawnFor, wanted)
  const form = sentForm(request, wanted.width ?? CHOICE_WIDTH)
  const file =
    'bookId' in wanted
      ? await variantOfFile(deps, wanted.bookId, form)
      : await variantOfFolderImage(deps, wanted.seriesId, form)
  if (file === null) return drawnAnswer(deps, request, wanted.drawnFor, wanted)
  const headers = headersOf(hashOf(file.path), form, false)
  return matchesEtag(request, headers.ETag) ? notModified(headers) : blobAnswer(Bun.file(file.path), headers)
}

/** An added picture, cropped. @throws NotFound if it is missing or lost */
export async function chosenAnswer(
  deps: CoverDeps,
  request: Request,
  added: AddedCover | null,
  { version, width }: WantedForm,
): Promise<Response> {
  if (added === null) throw notFound('Cover')
  const form = sentForm(request, width ?? CHOICE_WIDTH)
  const headers = headersOf(added.version, form, added.version === version)
  if (matchesEtag(request, headers.ETag)) return notModified(headers)
  const file = await variantOfChosen(deps, added, form)
  if (file === null) throw notFound('Cover')
  return blobAnswer(Bun.file(file.path), headers)
}

async function answer(
  deps: CoverDeps,
  request: Request,
  find: () => Promise<FoundCover>,
  form: WantedForm,
): Promise<Response> {
  const { missing } = deps
  const cover = await find()
  if (cover.kind === 'none') return drawnAnswer(deps, request, cover.drawnFor, form)
  const found = await answerOf(deps, request, cover.name, form)
  if (found) return found
  await missing.makeAgain(cover.name)
  // Reads the row again, because a new cover may have replaced this one since.
  const again = await find()
  const made = again.kind === 'picture' ? await answerOf(deps, request, again.name, form) : null
  return made ?? drawnAnswer(deps, request, cover.drawnFor, form)
}

async function answerOf(
  deps: CoverDeps,
  request: Request,
  cover: CoverName,
  { version, width, format }: WantedForm,
): Promise<Response | null> {
  const form = sentForm(request, width, format)
  const headers = headersOf(cover.version, form, version === cover.version)
  if (matchesEtag(request, headers.ETag)) return notModified(headers)
  if (form.width === null) {
    const file = await deps.covers.open(cover)
    return file && blobAnswer(file, headers)
  }
  const made = await variantOfCover(deps, cover, form)
  return made && blobAnswer(Bun.file(made.path), headers)
}

/** Default width of pictures to choose from. */
const CHOICE_WIDTH = 400

function headersOf(version: string, { width, format }: SentForm, isForever: boolean) {
  return {
    ETag: width === null ? `"${version}"` : `"${version}-${width}-${format}"`,
    'Cache-Control': isForever ? 'private, max-age=31536000, immutable' : 'private, max-age=60, must-revalidate',
    'Content-Type': `image/${format}`,
    ...(width !== null && { Vary: 'Accept' }),
  }
}

/** The drawn cover of something without a picture. It is made once for each text; other sizes derive from it. */
async function drawnAnswer(
  deps: CoverDeps,
  request: Request,
  of: DrawnFor,
  { version, width }: WantedForm,
): Promise<Response> {
  const { reader, pool, cache } = deps
  const text = await drawnText(reader, of)
  if (text === null) throw notFound('Cover')
  const name = drawnName(text)
  const form = sentForm(request, width)
  const headers = headersOf(name, form, version === name)
  if (matchesEtag(request, headers.ETag)) return notModified(headers)
  const drawn = await cache.file(`drawn cover|${name}`, async target => {
    if (!(await pool.draw({ ...text, target }))) throw notFound('Cover')
    return { mediaType: 'image/jpeg' }
  })
  const made = form.width === null ? drawn : await variantOfDrawn(deps, name, drawn, form)
  if (made === null) throw notFound('Cover')
  return blobAnswer(Bun.file(made.path), headers)
}
