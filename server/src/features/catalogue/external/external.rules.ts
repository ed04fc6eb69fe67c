import type { CreateExternalIdRequest, CreateExternalLinkRequest } from '@octavo/contract/external'
import {
  type ExternalSubject,
  externalAddress,
  isbnOf,
  knownSource,
  recognise,
  sourceName,
  webAddress,
} from '@octavo/contract/external-sources'
import { refused } from '../../../kernel/app-error'

export interface ExternalId {
  readonly source: string
  readonly external_id: string
  readonly external_url: string | null
}

export interface ExternalLink {
  readonly source: string
  readonly url: string
  readonly external_id: string | null
}

const ID_LENGTH = 500

/**
 * An id as it is stored. A web address in its place becomes the id of its page, and the address stays as its link.
 * @throws BadRequest for an address that has no id, and for an ISBN with a wrong check digit
 */
export function externalIdOf(subject: ExternalSubject, request: CreateExternalIdRequest): ExternalId {
  const source = sourceName(request.source)
  const given = request.externalUrl ? (webAddress(request.externalUrl)?.href ?? null) : null
  if (webAddress(request.externalId)) {
    const page = recognise(request.externalId, subject)
    if (!page?.externalId || !isOfSource(source, page.source)) throw noId()
    return { source, external_id: page.externalId, external_url: given ?? page.url }
  }
  if (request.externalId.length > ID_LENGTH) throw noId()
  const external_id = source === 'isbn' ? isbnOf(request.externalId) : request.externalId
  if (external_id === null) {
    throw refused('BadRequest', 'field_bad', 'body externalId: not an ISBN', { path: 'externalId' })
  }
  return { source, external_id, external_url: given ?? externalAddress(source, external_id, subject) }
}

/** An address must belong to its source: `plugin:anilist` accepts addresses of AniList, `manual` any known one. */
function isOfSource(source: string, found: string): boolean {
  const known = knownSource(source)
  return known === null || known.source === found
}

function noId() {
  return refused(
    'BadRequest',
    'field_bad',
    'body externalId: the address is not that of a page with an ID of this source',
    {
      path: 'externalId',
    },
  )
}

/** A link as it is stored: its normalised address, with the id in it. */
export function externalLinkOf(subject: ExternalSubject, request: CreateExternalLinkRequest): ExternalLink {
  const url = webAddress(request.url)?.href
  if (url === undefined) throw refused('BadRequest', 'field_bad', 'body url: not a web address', { path: 'url' })
  const external_id = request.externalId || (recognise(url, subject)?.externalId ?? null)
  return { source: sourceName(request.sourceName), url, external_id }
}
