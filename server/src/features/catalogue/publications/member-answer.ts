import { inflateRaw } from 'node:zlib'
import { unscramble } from '../../../formats/epub/font-scrambling'
import type { FileProblem, PublicationMember } from '../../../formats/facts'
import { mayRepeat } from '../../../formats/image/svg-cost'
import { FORMAT_LIMITS } from '../../../formats/limits'
import { fileProblem } from '../../../formats/problem'
import { decodeXml } from '../../../formats/xml/xml-text'
import { blobAnswer, bytesAnswer } from '../../../http/bytes-answer'
import { matchesEtag, notModified } from '../../../http/etag'
import { LIMITS } from '../../../kernel/limits'
import { type PageFailures, partRefusal } from '../pages'
import { servedType, sharedWithFrames } from './member-types.rules'
import type { OpenPublication } from './open-publications'
import { decodeStyles, importsTooMany } from './style-imports'

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
  open: OpenPublication,
  member: PublicationMember,
  failures: PageFailures,
): Promise<Response> {
  const { book } = open
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
  const bytes = 'reason' in found ? found : await bearable(found, member, open)
  if ('reason' in bytes) {
    await failures.note(book, bytes)
    throw partRefusal(bytes)
  }
  return bytes instanceof Blob ? blobAnswer(bytes, headers) : bytesAnswer(bytes, headers)
}

type Bytes = Blob | Uint8Array<ArrayBuffer>

/** The bytes, unless a browser would stop at them: they are a stylesheet or a drawing that repeats itself or others. */
async function bearable(
  found: Bytes,
  member: PublicationMember,
  { book, members, isCostly }: OpenPublication,
): Promise<Bytes | FileProblem> {
  const type = servedType(member)
  if (type !== 'text/css' && type !== 'image/svg+xml') return found
  const { path } = member
  const bytes = found instanceof Blob ? await found.bytes() : found
  if (type === 'image/svg+xml') {
    const text = decodeXml(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    const isTooMuch = mayRepeat(text) && (text.length > FORMAT_LIMITS.xmlBytes || (await isCostly({ type, text })))
    return isTooMuch ? tooMuch(path, 'This drawing repeats its parts too often.') : bytes
  }
  const text = decodeStyles(bytes)
  if (text.length > LIMITS.pages.styleCharacters || (await isCostly({ type, text })))
    return tooMuch(path, 'This stylesheet asks for too much work.')
  const isTooMuch = await importsTooMany(path, bytes, async path => {
    const inner = members.get(path)
    const found = inner && servedType(inner) === 'text/css' ? await memberBytes(book.file, inner) : null
    if (found === null || 'reason' in found) return null
    return found instanceof Blob ? found.bytes() : found
  })
  return isTooMuch ? tooMuch(path, 'This stylesheet imports too many others.') : bytes
}

function tooMuch(page: string, why: string): FileProblem {
  return fileProblem('page_extraction', 'too-large', why, { page })
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
