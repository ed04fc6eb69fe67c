import { type Memo, shapeFor } from '../kernel/memo'
import { seesFolders, type Viewer } from '../kernel/viewer'
import { bytesAnswer } from './bytes-answer'
import { matchesEtag, notModified } from './etag'
import { acceptedEncoding, type Encoding, isWorthPacking, packed } from './packed'

/** Number of remembered keys that were requested once. */
const MAX_ASKED = 20_000

interface Reply {
  readonly body: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  readonly link: string | null
  readonly etag: string
  /** Of the body. */
  readonly encoding: Encoding | null
}

/**
 * Caches responses to reads from the second request on: most are never repeated, and caching costs half as much as building
 * the response. The ETag comes from the text, so that a copy is valid whichever process built it.
 */
export interface ReplyCache {
  /**
   * Returns the result of `produce`, or 304, or the cached answer. `question` is the key besides the viewer and the
   * data: the address, and the body of a POST.
   */
  reply(
    call: { viewer: Viewer; request: Request },
    question: string,
    produce: () => Promise<Produced>,
  ): Promise<Response>
}

/** An object, sent as JSON, or a ready text with its media type. */
export type Produced =
  | { readonly body: object; readonly link?: string }
  | { readonly body: string; readonly mediaType: string; readonly link?: string }

export const JSON_TYPE = 'application/json'

const UTF_8 = new TextEncoder()

export function createReplyCache(memo: Memo): ReplyCache {
  const asked = new Set<number>()

  /** Whether it was requested before; marks it as requested. */
  function wasAsked(key: string): boolean {
    const name = Bun.hash.xxHash32(key)
    if (asked.has(name)) return true
    if (asked.size >= MAX_ASKED) asked.clear()
    asked.add(name)
    return false
  }

  return {
    async reply({ viewer, request }, question, produce) {
      // Cached in the form in which it is sent, so that its whole size counts.
      const encoding = acceptedEncoding(request)
      const shape = shapeFor(
        viewer,
        'progress',
        `reply|${viewer.userId}|${seesFolders(viewer)}|${encoding}|${question}`,
      )
      if (!wasAsked(shape.key)) return answer(request, encoding, madeOf(await produce()))
      const reply = await memo.value(shape, async () => encoded(madeOf(await produce()), encoding))
      return answer(request, encoding, reply)
    },
  }
}

/** A short answer, built each time: an unchanged copy is still a 304. */
export async function tagged(request: Request, body: object, link?: string): Promise<Response> {
  return answer(request, acceptedEncoding(request), madeOf({ body, ...(link && { link }) }))
}

function madeOf(produced: Produced): Reply {
  const isText = 'mediaType' in produced
  const body = UTF_8.encode(isText ? produced.body : JSON.stringify(produced.body))
  return {
    body,
    mediaType: isText ? produced.mediaType : JSON_TYPE,
    link: produced.link ?? null,
    etag: `W/"${Bun.hash(body).toString(36)}"`,
    encoding: null,
  }
}

function encoded(reply: Reply, encoding: Encoding | null): Reply {
  const { body, mediaType } = reply
  if (!encoding || reply.encoding || mediaType !== JSON_TYPE || !isWorthPacking(body)) return reply
  return { ...reply, body: packed(body, encoding), encoding }
}

function answer(request: Request, accepted: Encoding | null, reply: Reply): Response {
  const { mediaType, link, etag } = reply
  const headers = {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding',
    ...(link && { Link: link }),
  }
  if (request.method === 'GET' && matchesEtag(request, etag)) return notModified(headers)
  const { body, encoding } = encoded(reply, accepted)
  return bytesAnswer(body, { 'Content-Type': mediaType, ...headers, ...(encoding && { 'Content-Encoding': encoding }) })
}
