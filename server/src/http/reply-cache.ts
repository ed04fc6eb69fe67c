import { type Viewer, visibilityKey } from '../kernel/viewer'
import { bytesAnswer } from './bytes-answer'
import { matchesEtag, notModified } from './etag'
import { type Encoding, encodingFor, packed } from './packed'

/** Bytes of answers kept at most. */
const MAX_BYTES = 24 * 1024 * 1024
/** Larger answers are not kept. */
const MAX_ENTRY_BYTES = 512 * 1024
/** Questions that are remembered for having been asked once. */
const MAX_ASKED = 20_000

interface Kept {
  readonly body: Uint8Array<ArrayBuffer>
  readonly mediaType: string
  readonly link: string | null
  /** The body as it was packed for somebody. */
  readonly forms: Map<Encoding, Uint8Array<ArrayBuffer>>
  /** What could be read when it was made. */
  readonly snapshot?: string
}

/**
 * Answers of reads, kept as long as nothing was written, from the second time that they are asked for: most never are, and to keep
 * them costs half as much as to make them. The revision of the database is part of their name.
 * Where other processes write too there is no revision. There an answer is kept under the snapshot that the database has before
 * and after it is made, and is good while the snapshot is the same: one short question takes the place of all those that it
 * was made of.
 */
export interface ReplyCache {
  /**
   * What `produce` gives, or 304, or the kept answer. `question` is what the answer depends on besides
   * the viewer and the data: the address, and the body of a POST.
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

export function createReplyCache(
  revision: () => number | null,
  snapshot: () => Promise<string | null> = async () => null,
): ReplyCache {
  // Revisions begin anew with each process; its own number keeps old ETags from matching.
  const process = crypto.randomUUID().slice(0, 8)
  const kept = new Map<string, Kept>()
  let keptBytes = 0
  let keptRevision: number | null = null
  const asked = new Set<number | bigint>()

  /** Whether it was asked for before; from now on it was. */
  function wasAsked(key: string): boolean {
    const name = Bun.hash(key)
    if (asked.has(name)) return true
    if (asked.size >= MAX_ASKED) asked.clear()
    asked.add(name)
    return false
  }

  function forget(): void {
    kept.clear()
    keptBytes = 0
  }

  function keep(key: string, entry: Kept): void {
    if (entry.body.length > MAX_ENTRY_BYTES) return
    if (keptBytes + entry.body.length > MAX_BYTES) forget()
    drop(key)
    kept.set(key, entry)
    keptBytes += entry.body.length
  }

  function drop(key: string): void {
    keptBytes -= kept.get(key)?.body.length ?? 0
    kept.delete(key)
  }

  /** Answers what was kept of this snapshot. What is asked for the first time costs no question more. */
  async function shared(request: Request, key: string, produce: () => Promise<Produced>): Promise<Response> {
    if (!wasAsked(key)) return answer(request, await made(produce), null)
    const before = await snapshot()
    const found = kept.get(key)
    if (found && found.snapshot === before) return answer(request, found, null)
    drop(key)
    const entry = await made(produce)
    if (before !== null) void keepUnchanged(key, { ...entry, snapshot: before })
    return answer(request, entry, null)
  }

  /** Whatever was read between two equal snapshots is of both. */
  async function keepUnchanged(key: string, entry: Kept & { readonly snapshot: string }): Promise<void> {
    if ((await snapshot()) === entry.snapshot) keep(key, entry)
  }

  return {
    async reply({ viewer, request }, question, produce) {
      const current = revision()
      const key = `${viewer.userId}|${visibilityKey(viewer)}|${question}`
      if (current === null) return shared(request, key, produce)
      if (current !== keptRevision) {
        forget()
        keptRevision = current
      }
      const etag = `W/"${process}-${current}-${Bun.hash(key).toString(36)}"`
      if (request.method === 'GET' && matchesEtag(request, etag)) return notModified(headers(etag, null))
      const found = kept.get(key)
      if (found) return answer(request, found, etag)
      const isAskedAgain = wasAsked(key)
      const entry = await made(produce)
      // Written meanwhile: the answer may be of either revision, so it is sent but not kept.
      if (isAskedAgain && revision() === current) keep(key, entry)
      return answer(request, entry, etag)
    },
  }
}

/** An answer that is short, and made anew each time: the same copy is still a 304. */
export async function tagged(request: Request, body: object, link?: string): Promise<Response> {
  return answer(request, await made(async () => ({ body, ...(link && { link }) })), null)
}

async function made(produce: () => Promise<Produced>): Promise<Kept> {
  const produced = await produce()
  const link = produced.link ?? null
  return 'mediaType' in produced
    ? { body: UTF_8.encode(produced.body), mediaType: produced.mediaType, link, forms: new Map() }
    : { body: UTF_8.encode(JSON.stringify(produced.body)), mediaType: JSON_TYPE, link, forms: new Map() }
}

function answer(request: Request, kept: Kept, etag: string | null): Response {
  const { body, mediaType, link } = kept
  const tag = etag ?? `W/"${Bun.hash(body).toString(36)}"`
  if (request.method === 'GET' && matchesEtag(request, tag)) return notModified(headers(tag, link))
  const sent = { 'Content-Type': mediaType, ...headers(tag, link) }
  const encoding = mediaType === JSON_TYPE ? encodingFor(request, body.length) : null
  if (!encoding) return bytesAnswer(body, sent)
  const form = kept.forms.get(encoding) ?? packed(body, encoding)
  kept.forms.set(encoding, form)
  return bytesAnswer(form, { ...sent, 'Content-Encoding': encoding })
}

function headers(etag: string, link: string | null): Record<string, string> {
  return { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding', ...(link && { Link: link }) }
}
