import { inflateRaw } from 'node:zlib'
import { unscramble } from '../../../formats/epub/font-scrambling'
import type { FileProblem, PublicationMember } from '../../../formats/facts'
import { fileProblem } from '../../../formats/problem'
import { blobAnswer, bytesAnswer } from '../../../http/bytes-answer'
import { matchesEtag, notModified } from '../../../http/etag'
import { LIMITS } from '../../../kernel/limits'
import { type PageFailures, partRefusal } from '../pages'
import { servedType, sharedWithFrames } from './member-types.rules'
import type { OpenPublication } from './open-publications'
import { importsTooMany } from './style-imports'

/**
 * Opened directly, a part of a book has an opaque origin and runs no scripts (H12). In the reader's frame, the frame's
 * own policy applies.
 */
const POLICY =
  "sandbox; default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; media-src 'self'"

/**
 * One part of an ebook, looked up by name in the archive's index only.
 * @throws UnprocessableEntity if it cannot be read
 */
export async function memberAnswer(
  request: Request,
  { book, members }: OpenPublication,
  member: PublicationMember,
  failures: PageFailures,
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
  const found = await memberBytes(book.file, member)
  const bytes = mediaType === 'text/css' ? await heldStyle(book.file, member, found, members) : found
  if ('reason' in bytes) {
    await failures.note(book, bytes)
    throw partRefusal(bytes)
  }
  return bytes instanceof Blob ? blobAnswer(bytes, headers) : bytesAnswer(bytes, headers)
}

type Bytes = Blob | Uint8Array<ArrayBuffer>

/** A stylesheet, unless it imports so many others that a browser would stop. */
async function heldStyle(
  file: string,
  { path }: PublicationMember,
  found: Bytes | FileProblem,
  members: OpenPublication['members'],
): Promise<Bytes | FileProblem> {
  if ('reason' in found) return found
  const bytes = found instanceof Blob ? await found.bytes() : found
  const isTooMuch = await importsTooMany(path, bytes, async path => {
    const member = members.get(path)
    const inner = member && servedType(member) === 'text/css' ? await memberBytes(file, member) : null
    if (inner === null || 'reason' in inner) return null
    return inner instanceof Blob ? inner.bytes() : inner
  })
  const why = 'This stylesheet imports too many others.'
  return isTooMuch ? fileProblem('page_extraction', 'too-large', why, { page: path }) : bytes
}

async function memberBytes(file: string, member: PublicationMember): Promise<Bytes | FileProblem> {
  if (member.problem) return member.problem
  const stored = Bun.file(file).slice(member.offset, member.offset + member.storedSize)
  const whole = member.storage === 'stored' ? stored : await inflated(await stored.arrayBuffer(), member)
  if ('reason' in whole || !member.scrambled) return whole
  return unscramble(whole instanceof Blob ? await whole.bytes() : whole, member.scrambled)
}

async function inflated(
  packed: ArrayBuffer,
  member: PublicationMember,
): Promise<Uint8Array<ArrayBuffer> | FileProblem> {
  const { path: page, size } = member
  const budget = Math.max(1, Math.min(size, LIMITS.pages.inflatedEntry))
  return new Promise(resolve => {
    inflateRaw(packed, { maxOutputLength: budget }, (error, bytes) => {
      resolve(
        error ? fileProblem('page_extraction', 'page-corrupt', 'This part of the book is damaged.', { page }) : bytes,
      )
    })
  })
}
