import {
  komgaGetManifest,
  komgaGetPositions,
  komgaGetProgression,
  komgaGetResource,
  komgaUpdateProgression,
} from '@octavo/contract/komga-publication'
import type { Locator, Progression } from '@octavo/contract/publication'
import type { PageDeps } from '../../features/catalogue/pages'
import { type OpenPublications, publicationParts } from '../../features/catalogue/publications'
import { type ProgressDeps, places } from '../../features/reading/progress'
import type { Binder } from '../../http/bind'
import { ownAddress } from '../../http/own-address'
import { notFound } from '../../kernel/app-error'
import { timestamp } from '../../kernel/clock'
import { items, jsonDocument, type ManifestAddresses, manifests } from '../read-model'
import type { KomgaSwitch } from './mount'

export interface PublicationDeps extends PageDeps, ProgressDeps {
  readonly publications: OpenPublications
  readonly baseUrl: string | null
  readonly switched: () => KomgaSwitch
}

/** Readium manifests with their parts, and exact places. */
export function publicationRoutes(binder: Binder, deps: PublicationDeps): void {
  const { reader, openBooks, publications } = deps

  /** Absolute, as Komga's reader requires. */
  function addressesOf(request: Request, id: string): ManifestAddresses {
    const root = `${ownAddress(request, deps.baseUrl)}/${deps.switched().prefix}/api/v1`
    const book = `${root}/books/${id}`
    return {
      self: `${book}/manifest`,
      file: `${book}/file`,
      cover: `${book}/thumbnail`,
      positions: `${book}/positions`,
      progression: `${book}/progression`,
      part: path => `${book}/resource/${path}`,
      page: (number, _, asJpeg) => `${book}/pages/${number}${asJpeg ? '?convert=jpeg' : ''}`,
      series: series => ({ href: `${root}/series/${series}`, type: 'application/json' }),
    }
  }
  const document = (mediaType: string, body: object) =>
    new Response(jsonDocument(body), { headers: { 'Content-Type': mediaType, 'Cache-Control': 'private, no-cache' } })

  binder.bind(komgaGetManifest, async ({ viewer, params, request }) => {
    const book = await items.oneBook({ reader, viewer }, params.book_id)
    const own = addressesOf(request, book.id)
    if (book.file.format === 'epub') {
      const manifest = manifests.epubManifest(book, await publications.open(viewer, book.id), own)
      return document('application/webpub+json', manifestDto(manifest))
    }
    const manifest = manifests.pagesManifest(book, await openBooks.open(viewer, book.id), own)
    return document('application/divina+json', manifestDto(manifest))
  })
  binder.bind(komgaGetPositions, async ({ viewer, params, request }) => {
    const book = await items.oneBook({ reader, viewer }, params.book_id)
    // For an EPUB they are relative to its root.
    const own = { ...addressesOf(request, book.id), part: (path: string) => path }
    const { total, positions } =
      book.file.format === 'epub'
        ? manifests.epubPositions(await publications.open(viewer, book.id), own)
        : manifests.pagePositions(await openBooks.open(viewer, book.id), own)
    const body = { total, positions: positions.map(locatorDto) }
    return document('application/vnd.readium.position-list+json', body)
  })
  binder.bind(komgaGetResource, async ({ viewer, params, request }) => {
    const { format } = await openBooks.open(viewer, params.book_id)
    if (format !== 'epub') throw notFound('Part of the book')
    const open = await publications.open(viewer, params.book_id)
    const member = open.members.get(params.path)
    if (!member) throw notFound('Part of the book')
    return publicationParts.memberAnswer(request, open, member, deps.failures)
  })
  binder.bind(komgaGetProgression, async ({ viewer, params, request }) => {
    const id = params.book_id.toLowerCase()
    const own = addressesOf(request, id)
    const progression = await places.progressionOf(deps, viewer, id, {
      page: number => manifests.linkOfPage(() => openBooks.open(viewer, id), number, own),
    })
    return progression && progressionDto(progression)
  })
  binder.bind(komgaUpdateProgression, async call => {
    await places.saveProgression(deps, call, call.params.book_id, call.body)
    return null
  })
}

const PEOPLE = new Set(
  'author translator editor artist illustrator letterer penciler colorist inker contributor'.split(' '),
)
/** Komga has none. */
const UNKNOWN = new Set(['altIdentifier', 'imprint'])

/** People and publishers are lists of names: Komelia cannot read a book otherwise. */
function manifestDto<Manifest extends { readonly metadata: object }>(manifest: Manifest): object {
  const named = Object.entries(manifest.metadata).flatMap(([key, value]) => {
    if (UNKNOWN.has(key)) return []
    if (key === 'publisher') return [[key, [value]]]
    return [[key, PEOPLE.has(key) ? value.map(({ name }: { name: string }) => name) : value]]
  })
  return { ...manifest, metadata: Object.fromEntries(named) }
}

/** With all that Komelia and KMReader insist on. KMReader reads no fractions of a second. */
function progressionDto({ modified, device, locator, ...more }: Progression): Progression {
  return {
    ...more,
    modified: `${timestamp(Date.parse(modified)).slice(0, -'.000Z'.length)}Z`,
    device: device ?? { id: '', name: '' },
    locator: locatorDto(locator),
  }
}

function locatorDto({ locations, ...locator }: Locator): Locator {
  return { type: 'application/octet-stream', ...locator, locations: { fragments: [], ...locations } }
}
