import * as contract from '@octavo/contract/cover'
import * as ofName from '@octavo/contract/facet-cover'
import * as ofLibrary from '@octavo/contract/library-cover'
import * as ofSeries from '@octavo/contract/series-cover'
import type { Binder, Call } from '../../../http/bind'
import { uploadedFile } from '../../../http/upload'
import { AppError } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { coverAnswers, usualCovers } from '../covers'
import { addCover, cropCover, removeCover, resetCover, selectCover } from './choose-cover'
import type { ChoosingDeps } from './chosen-cover.types'
import { coverOf, coversOf } from './chosen-covers.store'
import { coversView } from './cover.view'
import { type CoverKind, type CoverSubject, findSubject } from './cover-subject.queries'
import { requestedPicture } from './picture-source'
import { ownerOf } from './show-cover'

/** Parts of a form that the picture may be in. */
const FIELDS = ['file', 'cover', 'image'] as const

type Asked = Pick<Call<unknown, unknown, unknown>, 'viewer' | 'request'>
interface ImageQuery {
  readonly width?: number | undefined
  readonly v?: string | undefined
  readonly whole?: 'true' | 'false' | undefined
}

/** Covers that people choose for books, series and libraries. */
export function chosenCoverRoutes(binder: Binder, deps: ChoosingDeps): void {
  const of = (kind: CoverKind) => actionsOf(deps, kind)
  const [book, series, library] = [of('book'), of('series'), of('library')]

  binder.bind(contract.uploadBookCover, call => book.upload(call, call.params.book_id))
  binder.bind(contract.addBookCover, call => book.add(call, call.params.book_id, call.body))
  binder.bind(contract.listBookCovers, call => book.list(call, call.params.book_id))
  binder.bind(contract.resetBookCover, call => book.reset(call, call.params.book_id))
  binder.bind(contract.getBookCoverImage, call =>
    book.image(call, call.params.book_id, call.params.cover_id, call.query),
  )
  binder.bind(contract.selectBookCover, call => book.select(call, call.params.book_id, call.params.cover_id))
  binder.bind(contract.changeBookCover, call => book.crop(call, call.params.book_id, call.params.cover_id, call.body))
  binder.bind(contract.deleteBookCover, call => book.remove(call, call.params.book_id, call.params.cover_id))

  binder.bind(ofSeries.uploadSeriesCover, call => series.upload(call, call.params.series_id))
  binder.bind(ofSeries.setSeriesCoverSource, call => series.source(call, call.params.series_id, call.body.source))
  binder.bind(ofSeries.addSeriesCover, call => series.add(call, call.params.series_id, call.body))
  binder.bind(ofSeries.listSeriesCovers, call => series.list(call, call.params.series_id))
  binder.bind(ofSeries.resetSeriesCover, call => series.reset(call, call.params.series_id))
  binder.bind(ofSeries.getSeriesCoverImage, call =>
    series.image(call, call.params.series_id, call.params.cover_id, call.query),
  )
  binder.bind(ofSeries.selectSeriesCover, call => series.select(call, call.params.series_id, call.params.cover_id))
  binder.bind(ofSeries.changeSeriesCover, call =>
    series.crop(call, call.params.series_id, call.params.cover_id, call.body),
  )
  binder.bind(ofSeries.deleteSeriesCover, call => series.remove(call, call.params.series_id, call.params.cover_id))

  binder.bind(ofLibrary.uploadLibraryCover, call => library.upload(call, call.params.library_id))
  binder.bind(ofLibrary.addLibraryCover, call => library.add(call, call.params.library_id, call.body))
  binder.bind(ofLibrary.listLibraryCovers, call => library.list(call, call.params.library_id))
  binder.bind(ofLibrary.resetLibraryCover, call => library.reset(call, call.params.library_id))
  binder.bind(ofLibrary.getLibraryThumbnail, call =>
    library.image(call, call.params.library_id, 'selected', call.query),
  )
  binder.bind(ofLibrary.getLibraryCoverImage, call =>
    library.image(call, call.params.library_id, call.params.cover_id, call.query),
  )
  binder.bind(ofLibrary.selectLibraryCover, call => library.select(call, call.params.library_id, call.params.cover_id))
  binder.bind(ofLibrary.changeLibraryCover, call =>
    library.crop(call, call.params.library_id, call.params.cover_id, call.body),
  )
  binder.bind(ofLibrary.deleteLibraryCover, call => library.remove(call, call.params.library_id, call.params.cover_id))

  const name = ({ kind }: { readonly kind: string }) => actionsOf(deps, 'name', kind)
  binder.bind(ofName.uploadFacetCover, call => name(call.params).upload(call, call.params.facet_id))
  binder.bind(ofName.addFacetCover, call => name(call.params).add(call, call.params.facet_id, call.body))
  binder.bind(ofName.listFacetCovers, call => name(call.params).list(call, call.params.facet_id))
  binder.bind(ofName.resetFacetCover, call => name(call.params).reset(call, call.params.facet_id))
  binder.bind(ofName.getFacetThumbnail, call =>
    name(call.params).image(call, call.params.facet_id, 'selected', call.query),
  )
  binder.bind(ofName.getFacetCoverImage, call =>
    name(call.params).image(call, call.params.facet_id, call.params.cover_id, call.query),
  )
  binder.bind(ofName.selectFacetCover, call =>
    name(call.params).select(call, call.params.facet_id, call.params.cover_id),
  )
  binder.bind(ofName.changeFacetCover, call =>
    name(call.params).crop(call, call.params.facet_id, call.params.cover_id, call.body),
  )
  binder.bind(ofName.deleteFacetCover, call =>
    name(call.params).remove(call, call.params.facet_id, call.params.cover_id),
  )
}

/** The cover that a library shows. @throws NotFound */
export function libraryCoverAnswer(deps: ChoosingDeps, asker: Asked, id: string): Promise<Response> {
  return actionsOf(deps, 'library').image(asker, id, 'selected', {})
}

/** What can be done with the covers of one kind of subject. */
function actionsOf(deps: ChoosingDeps, kind: CoverKind, facetKind?: string) {
  const { reader } = deps
  const find = (viewer: Viewer, id: string) => findSubject(reader, viewer, kind, id, facetKind)

  return {
    async upload({ viewer, request }: Asked, id: string) {
      const subject = await find(viewer, id)
      const file = await uploadedFile(request, FIELDS, LIMITS.covers.uploadBytes)
      const picture = { bytes: await file.bytes(), source: 'custom', crop: null, path: 'file' }
      return addCover(deps, viewer, subject, picture)
    },
    async add({ viewer }: Asked, id: string, body: contract.AddCoverRequest) {
      const subject = await find(viewer, id)
      return addCover(deps, viewer, subject, await requestedPicture(deps, viewer, subject, body))
    },
    async list({ viewer }: Asked, id: string) {
      const subject = await find(viewer, id)
      const covers = coversView(subject, await coversOf(reader, subject))
      return { covers: covers.map(cover => (cover.id === subject.id ? cover : seenCover(viewer, cover))) }
    },
    async reset({ viewer }: Asked, id: string) {
      await resetCover(deps, viewer, await find(viewer, id))
      return null
    },
    async source({ viewer }: Asked, id: string, source: string) {
      const subject = await find(viewer, id)
      if (source === 'default') await resetCover(deps, viewer, subject)
      else if (source === 'custom') await selectNewest(deps, viewer, subject)
      else throw new AppError('BadRequest', 'The source must be default or custom', { path: 'source' })
      return new Response(null, { status: 200 })
    },
    async image({ viewer, request }: Asked, id: string, coverId: string, { width, v: version, whole }: ImageQuery) {
      const subject = await find(viewer, id)
      const isUsual = coverId.toLowerCase() === subject.id
      if (subject.facetKind !== null && (isUsual || coverId === 'selected')) {
        const current = isUsual ? null : subject.version
        const name = { pk: subject.pk, id: subject.id, kind: subject.facetKind, current, width, version }
        return coverAnswers.nameAnswer(deps, { viewer, request }, name)
      }
      const wanted = {
        ...ownerOf(subject),
        drawnFor: usualCovers.drawnFor(subject),
        current: subject.version,
        width,
        version,
      }
      if (coverId === 'selected') return coverAnswers.shownAnswer(deps, request, wanted)
      if (isUsual) {
        const ofBook = kind === 'series' && (await seriesAnswer(deps, { viewer, request }, subject, { width, version }))
        return ofBook || coverAnswers.usualAnswer(deps, request, wanted)
      }
      const row = await coverOf(reader, subject, coverId)
      const added = row && (whole === 'true' ? { ...row, version: row.master, crop: null } : row)
      return coverAnswers.chosenAnswer(deps, request, added, wanted)
    },
    async select({ viewer }: Asked, id: string, coverId: string) {
      return selectCover(deps, viewer, await find(viewer, id), coverId)
    },
    async crop({ viewer }: Asked, id: string, coverId: string, { crop }: { readonly crop: contract.CoverCrop | null }) {
      return cropCover(deps, viewer, await find(viewer, id), coverId, { crop: crop })
    },
    async remove({ viewer }: Asked, id: string, coverId: string) {
      await removeCover(deps, viewer, await find(viewer, id), coverId)
      return null
    },
  }
}

/** What a series shows while none is chosen, else the cover of its first book; null without one. */
async function seriesAnswer(
  deps: ChoosingDeps,
  asker: { readonly viewer: Viewer; readonly request: Request },
  subject: CoverSubject,
  form: coverAnswers.WantedForm,
): Promise<Response | null> {
  const isChosen = (await coversOf(deps.reader, subject)).some(row => row.version === subject.version)
  if (!isChosen) return coverAnswers.seriesCoverAnswer(deps, asker, { id: subject.id, ...form })
  const [, bookId] = /^book:(.+)$/.exec(subject.usual) ?? []
  return bookId === undefined ? null : coverAnswers.bookCoverAnswer(deps, asker, { id: bookId, ...form })
}

async function selectNewest(deps: ChoosingDeps, viewer: Viewer, subject: CoverSubject): Promise<void> {
  const newest = (await coversOf(deps.reader, subject)).at(-1)
  if (!newest) throw new AppError('BadRequest', 'There are no added covers', { path: 'source' })
  await selectCover(deps, viewer, subject, newest.id)
}

/** Hides the book that an added cover was taken from, unless the viewer sees every book. */
function seenCover({ visibility }: Viewer, cover: contract.CoverDto): contract.CoverDto {
  if (visibility.kind === 'all') return cover
  return { ...cover, source: cover.source.replace(/^book:[0-9a-f-]{36}/, 'book').replace(/^book:page/, 'page') }
}
