import { createResourceTicket, getPublicationManifest, getPublicationMember } from '@octavo/contract/publication'
import type { Binder } from '../../../http/bind'
import { matchesEtag, notModified } from '../../../http/etag'
import { AppError, notFound } from '../../../kernel/app-error'
import { timestamp } from '../../../kernel/clock'
import type { PageFailures } from '../pages'
import { manifestView } from './manifest.view'
import { memberAnswer } from './member-answer'
import type { OpenPublications } from './open-publications'
import { MEMBER_PREFIX } from './ticket-identity'
import type { Tickets } from './tickets'

export interface PublicationDeps {
  readonly publications: OpenPublications
  readonly tickets: Tickets
  readonly failures: PageFailures
}

/** An ebook for a reading app: its manifest, a ticket to its parts, and the parts. */
export function publicationRoutes(binder: Binder, { publications, tickets, failures }: PublicationDeps): void {
  binder.bind(getPublicationManifest, async ({ viewer, params, request }) => {
    const { book, publication } = await publications.open(viewer, params.book_id)
    const headers = { ETag: `"${book.version}-manifest"`, 'Cache-Control': 'private, no-cache' }
    if (matchesEtag(request, headers.ETag)) return notModified(headers)
    return Response.json(manifestView(publication, book.fileName), { headers })
  })

  binder.bind(createResourceTicket, async ({ viewer, params }) => {
    const { book } = await publications.open(viewer, params.book_id)
    const { userId, pass } = viewer
    if (!pass) throw new AppError('Unauthorized', 'Sign in first')
    // A session outlives its access token; API keys and impersonation end at that time.
    const endsMs = pass.keyPrefix !== null || pass.seenBy !== undefined ? pass.endsAt : null
    const { value, expiresMs } = tickets.issue({ bookId: book.id, userId, pass }, endsMs ?? undefined)
    return { base: `${MEMBER_PREFIX}${value}/`, expiresAt: timestamp(expiresMs) }
  })

  binder.bind(getPublicationMember, async ({ viewer, params, request }) => {
    const ticket = tickets.verify(params.ticket)
    if (!ticket) throw notFound('Ticket')
    const open = await publications.open(viewer, ticket.bookId)
    const member = open.members.get(params.path)
    if (!member) throw notFound('Part of the book')
    return memberAnswer(request, open, member, failures)
  })
}
