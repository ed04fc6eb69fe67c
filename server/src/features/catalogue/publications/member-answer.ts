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
import { importsTooMany } from './style-imports'
import { styleText } from './style-text'

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
  const isText = isTextType(mediaType)
  const etag = `"${book.version}-${member.offset}-${member.size}${isText ? '-utf-8' : ''}"`
  const headers = {
    ETag: etag,
    'Cache-Control': 'private, max-age=3600',
    'Content-Type': isText ? `${mediaType};charset=utf-8` : mediaType,
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

const CSS = 'text/css'
const SVG = 'image/svg+xml'
/** Checked as text, and sent as this text in UTF-8: read in another encoding, the same bytes could say something else. */
const isTextType = (type: string) => type === CSS || type === SVG

/** The bytes, unless a browser would stop at them: they are a stylesheet or a drawing that repeats itself or others. */
async function bearable(
  found: Bytes,
  member: PublicationMember,
  { book, members, isCostly }: OpenPublication,
): Promise<Bytes | FileProblem> {
  const type = servedType(member)
  if (!isTextType(type)) return found
  const { path } = member
  const text = await textOf(found, type)
  const why = type === SVG ? await tooCostlyDrawing(text) : await tooCostlyStyles(text)
  return why === null
    ? new TextEncoder().encode(text)
    : fileProblem('page_extraction', 'too-large', why, { page: path })

  async function tooCostlyDrawing(text: string): Promise<string | null> {
    if (!mayRepeat(text)) return null
    if (text.length > FORMAT_LIMITS.xmlBytes) return 'This drawing is too large to be checked.'
    return (await isCostly({ type: SVG, text })) ? 'This drawing repeats its parts too often.' : null
  }

  async function tooCostlyStyles(text: string): Promise<string | null> {
    if (text.length > LIMITS.pages.styleCharacters || (await isCostly({ type: CSS, text })))
      return 'This stylesheet asks for too much work.'
    return (await importsTooMany(path, text, innerText)) ? 'This stylesheet imports too many others.' : null
  }

  async function innerText(path: string): Promise<string | null> {
    const inner = members.get(path)
    const found = inner && servedType(inner) === CSS ? await memberBytes(book.file, inner) : null
    return found === null || 'reason' in found ? null : textOf(found, CSS)
  }
}

async function textOf(found: Bytes, type: string): Promise<string> {
  const bytes = found instanceof Blob ? await found.bytes() : found
  if (type === CSS) return styleText(bytes)
  const text = decodeXml(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return text.replace(DECLARED_ENCODING, '$1utf-8')
}

const DECLARED_ENCODING = /^(\ufeff?\s*<\?xml[^>]*?encoding\s*=\s*["'])[\w.:-]+/i

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
