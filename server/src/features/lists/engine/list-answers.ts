import type { Reader } from '../../../db'
import type { Call } from '../../../http/bind'
import { envelope, envelopeText, linkHeader } from '../../../http/envelope'
import { JSON_TYPE, type Produced, type ReplyCache } from '../../../http/reply-cache'
import type { Keyed } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { requireLibrary } from '../../people/access'
import type { ListRequest } from './entity'
import { type ListInput, parseList } from './request'
import { ALL_ROWS, findRow, type RowShape, selectPage } from './rows'
import { selectGroups, selectValues, wholeList } from './summaries'

export interface ListDeps {
  readonly reader: Reader
  readonly replies: ReplyCache
}

/** Views of an entity's lists. */
export interface ListView<Row extends Keyed> {
  readonly rows: RowShape<Row>
  /** Each row as JSON; `full`: complete. */
  readonly texts: (reader: Reader, viewer: Viewer, rows: readonly Row[], full: boolean) => Promise<readonly string[]>
}

/** Dates relative to now, which change every minute. */
const RELATIVE = /"(?:inLast|notInLast)"/

type ListCall<Query> = Call<unknown, Query, unknown>
type LibraryCall = Pick<Call<{ readonly library_id: string }, unknown, unknown>, 'viewer' | 'params'>
interface Full {
  readonly full?: boolean | undefined
}

/** The lists of a noun as answers: a page, an array without pages, one row, the values of a field, and groups by first letter. */
export function listAnswers<Row extends Keyed>({ reader, replies }: ListDeps, { rows: shape, texts }: ListView<Row>) {
  const { entity } = shape
  const json = (body: string, link?: string): Produced => ({ body, mediaType: JSON_TYPE, ...(link && { link }) })

  const guards = Object.values(entity.guards ?? {})

  /** A list is parsed only if its answer is not cached. */
  const answer = (
    call: ListCall<unknown>,
    input: ListInput,
    make: (request: ListRequest) => Promise<Produced>,
    full = false,
  ) => {
    const { scope, condition, text, subset, membersOf } = input
    const parts: unknown[] = [scope, text, subset, membersOf, full]
    if (condition) {
      const allowed = guards.map(permission => call.viewer.permissions.has(permission))
      const written = JSON.stringify(condition)
      parts.push(written, allowed, RELATIVE.test(written) ? Math.floor(Date.now() / 60_000) : 0)
    }
    return replies.reply(call, addressOf(call) + JSON.stringify(parts), () =>
      make(parseList(entity, input, call.viewer)),
    )
  }
  const whole = ({ viewer }: ListCall<unknown>, request: ListRequest) => wholeList(reader, viewer, entity, request)

  return {
    /** The scope of a list below the address of a library. */
    inLibrary: async ({ viewer, params }: LibraryCall) => ({
      library: await requireLibrary(reader, viewer, params.library_id),
    }),

    page: (
      call: ListCall<Full & { readonly page: number; readonly pageSize: number }>,
      input: ListInput,
      full = call.query.full ?? false,
    ) =>
      answer(call, input, async request => {
        const { page, pageSize } = call.query
        const { rows, total } = await selectPage(reader, call.viewer, shape, { ...request, page, pageSize })
        const frame = envelope<never>(call.url, page, pageSize, total, [])
        return json(envelopeText(frame, await texts(reader, call.viewer, rows, full)), linkHeader(frame))
      }),

    array: (
      call: ListCall<unknown>,
      input: ListInput,
      { limit = ALL_ROWS, full = false }: Full & { readonly limit?: number },
    ) =>
      answer(
        call,
        input,
        async request => {
          const { rows } = await selectPage(reader, call.viewer, shape, { ...request, page: 1, pageSize: limit })
          return json(`[${(await texts(reader, call.viewer, rows, full)).join(',')}]`)
        },
        full,
      ),

    one: (call: ListCall<unknown>, id: string, full: boolean) =>
      replies.reply(call, addressOf(call), async () => {
        const row = await findRow(reader, call.viewer, shape, id)
        const [body = ''] = await texts(reader, call.viewer, [row], full)
        return json(body)
      }),

    values: (call: ListCall<Parameters<typeof selectValues>[1]>, input: ListInput) =>
      answer(call, input, async request => ({ body: await selectValues(await whole(call, request), call.query) })),

    groups: (call: ListCall<unknown>, input: ListInput) =>
      answer(call, input, async request => ({ body: await selectGroups(await whole(call, request)) })),
  }
}

/** The cache key besides the viewer: the address as written. */
export function addressOf({ url }: { readonly url: URL }): string {
  return url.pathname + url.search
}
