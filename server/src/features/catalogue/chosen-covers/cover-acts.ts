import type * as contract from '@octavo/contract/cover'
import type { Call } from '../../../http/bind'
import { uploadedFile } from '../../../http/upload'
import { inUploadTurn } from '../../../http/upload-turns'
import { AppError, refused } from '../../../kernel/app-error'
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

/** Form fields that may contain the picture. */
const FIELDS = ['file', 'cover', 'image'] as const

type Asked = Pick<Call<unknown, unknown, unknown>, 'viewer' | 'request'>
interface ImageQuery {
  readonly width?: number | undefined
  readonly v?: string | undefined
  readonly whole?: 'true' | 'false' | undefined
}

/** The selected cover of a library. @throws NotFound */
export function libraryCoverAnswer(deps: ChoosingDeps, asker: Asked, id: string): Promise<Response> {
  return coverActs(deps, 'library').image(asker, id, 'selected', {})
}

/** Operations on the covers of one kind of subject. */
export function coverActs(deps: ChoosingDeps, kind: CoverKind, facetKind?: string) {
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
      return inUploadTurn(viewer.userId, async () =>
        addCover(deps, viewer, subject, await requestedPicture(deps, viewer, subject, body)),
      )
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
    async source({ viewer }: Asked, id: string, source: string): Promise<void> {
      const subject = await find(viewer, id)
      if (source === 'default') await resetCover(deps, viewer, subject)
      else if (source === 'custom') await selectNewest(deps, viewer, subject)
      else throw new AppError('BadRequest', 'The source must be default or custom', { path: 'source' })
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

/** The default cover of a series: its own, else that of its first book; null without one. */
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
  if (!newest) throw refused('BadRequest', 'field_bad', 'There are no added covers', 'source')
  await selectCover(deps, viewer, subject, newest.id)
}

/** Hides the book that an added cover was taken from, unless the viewer sees every book. */
function seenCover({ visibility }: Viewer, cover: contract.CoverDto): contract.CoverDto {
  if (visibility.kind === 'all') return cover
  return { ...cover, source: cover.source.replace(/^book:[0-9a-f-]{36}/, 'book').replace(/^book:page/, 'page') }
}
