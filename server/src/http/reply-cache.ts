import { type Memo, shapeFor } from '../kernel/memo'
import { seesFolders, type Viewer } from '../kernel/viewer'
import { bytesAnswer } from './bytes-answer'
import { matchesEtag, notModified } from './etag'
import { acceptedEncoding, type Encoding, isWorthPacking, packed } from './packed'

interface Reply {
  readonly body: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  readonly link: string | null
  readonly etag: string
  /** Of the body. */
  readonly encoding: Encoding | null
}

/** Caches responses to reads. The ETag comes from the text, so that a copy is valid whichever process built it. */
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
  return {
    async reply({ viewer, request }, question, produce) {
      // Cached in the form in which it is sent, so that its whole size counts.
      const encoding = acceptedEncoding(request)
      const shape = shapeFor(
        viewer,
        'progress',
        `reply|${viewer.userId}|${seesFolders(viewer)}|${encoding}|${question}`,
      )
      return answer(request, await memo.value(shape, async () => encoded(madeOf(await produce()), encoding)))
    },
  }
}

/** A short answer, built each time: an unchanged copy is still a 304. */
export async function tagged(request: Request, body: object, link?: string): Promise<Response> {
  return answer(request, encoded(madeOf({ body, ...(link && { link }) }), acceptedEncoding(request)))
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
  if (!encoding || mediaType !== JSON_TYPE || !isWorthPacking(body)) return reply
  return { ...reply, body: packed(body, encoding), encoding }
}

function answer(request: Request, { body, mediaType, link, etag, encoding }: Reply): Response {
  const headers = {
    ETag: etag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding',
    ...(link && { Link: link }),
  }
  if (request.method === 'GET' && matchesEtag(request, etag)) return notModified(headers)
  return bytesAnswer(body, { 'Content-Type': mediaType, ...headers, ...(encoding && { 'Content-Encoding': encoding }) })
}
