import { inflateRaw } from 'node:zlib'
import { unscramble } from '../../formats/epub/font-scrambling'
import type { PublicationMember } from '../../formats/facts'
import { matchesEtag, notModified } from '../../http/etag'
import { AppError } from '../../kernel/app-error'
import { LIMITS } from '../../kernel/limits'
import { servedType, sharedWithFrames } from './member-types.rules'
import type { OpenPublication } from './open-publications'

/**
 * Visited directly, a part of a book is a page without an origin that runs nothing (H12). Inside the reader's frame
 * the frame's own policy rules.
 */
const POLICY =
  "sandbox; default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; media-src 'self'"

/**
 * One part of an ebook, found by name in the archive's index and nowhere else.
 * @throws UnprocessableEntity when it cannot be read
 */
export async function memberAnswer(
  request: Request,
  { book }: OpenPublication,
  member: PublicationMember,
): Promise<Response> {
  const mediaType = servedType(member)
  const etag = `"${book.version}-${member.offset}-${member.size}"`
  const headers = {
    ETag: etag,
    'Cache-Control': 'private, max-age=3600',
    'Content-Type': mediaType,
    'Content-Security-Policy': POLICY,
    ...(sharedWithFrames(mediaType) && { 'Access-Control-Allow-Origin': '*' }),
  }
  if (matchesEtag(request, etag)) return notModified(headers)
  return new Response(await memberBytes(book.file, member), { headers })
}

async function memberBytes(file: string, member: PublicationMember): Promise<Blob | Uint8Array<ArrayBuffer>> {
  const stored = Bun.file(file).slice(member.offset, member.offset + member.storedSize)
  const whole = member.storage === 'stored' ? stored : await inflated(await stored.arrayBuffer(), member)
  if (!member.scrambled) return whole
  return unscramble(whole instanceof Blob ? await whole.bytes() : whole, member.scrambled)
}

function inflated(packed: ArrayBuffer, { storage, size }: PublicationMember): Promise<Uint8Array<ArrayBuffer>> {
  if (storage !== 'deflated') {
    throw new AppError('UnprocessableEntity', 'This part of the book is packed in a way that cannot be read', {
      reason: 'unsupported',
    })
  }
  const budget = Math.max(1, Math.min(size, LIMITS.pages.inflatedEntry))
  return new Promise((resolve, reject) => {
    inflateRaw(packed, { maxOutputLength: budget }, (error, bytes) => {
      if (!error) return resolve(bytes)
      reject(new AppError('UnprocessableEntity', 'This part of the book is damaged', { reason: 'corrupt' }))
    })
  })
}
