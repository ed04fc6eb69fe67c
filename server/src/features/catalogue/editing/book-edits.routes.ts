import * as contract from '@octavo/contract/book-metadata'
import type { Binder, Call } from '../../../http/bind'
import { allowsChange, matchesEtag, notModified } from '../../../http/etag'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_PLACE, findBook } from '../books'
import { actOf } from '../edit-history'
import { metadataViews } from '../metadata'
import { ALL_CLEARED, type BookEdit } from './book-edit.rules'
import { visibleBooks } from './book-edits.queries'
import { bookMetadataView, bookUpdateView } from './book-edits.view'
import { type BookState, bookState, bookVersion, editBooks } from './edit-book'
import { editInParts } from './edit-in-parts'
import { editOneBook } from './edit-one'
import { checkPatch, isSame } from './edited-value.rules'
import type { EditingDeps } from './editing-deps'
import { booksByRules, type NamingEdit } from './names-by-rules'
import { skippedView } from './skipped.view'

/** Books per transaction, so that others can write in between. */
const AT_ONCE = 10

/** Editing the metadata of books. */
export function bookEditRoutes(binder: Binder, deps: EditingDeps): void {
  const { reader, write, now } = deps
  type EditCall = Call<{ book_id: string }, unknown, unknown>

  const stateOf = async ({ viewer, params }: EditCall) => {
    const { pk } = await findBook(reader, viewer, BOOK_PLACE, params.book_id)
    return bookState(reader, pk)
  }
  const edit = ({ viewer, params, request }: EditCall, change: BookEdit): Promise<BookState> =>
    editOneBook(deps, viewer, params.book_id, change, version => allowsChange(request, version))
  const versioned = (state: BookState, body: object) => Response.json(body, { headers: headersOf(state) })

  binder.bind(contract.patchBooks, async ({ viewer, body: { bookIds, ...change } }) => {
    checkPatch(change.customMetadata)
    return editMany(viewer, bookIds, () => change)
  })
  binder.bind(contract.lockBooks, async ({ viewer, body: { bookIds, ...locks } }) =>
    editMany(viewer, bookIds, () => ({ locks }), { locks }),
  )
  binder.bind(contract.changeGenresOfBooks, async ({ viewer, body: { bookIds, ...change } }) =>
    editMany(viewer, bookIds, ({ values }) => namesEdit('genres', values.genres, change)),
  )
  binder.bind(contract.changeTagsOfBooks, async ({ viewer, body: { bookIds, ...change } }) =>
    editMany(viewer, bookIds, ({ values }) => namesEdit('subjects', values.subjects, change)),
  )

  binder.bind(contract.patchBook, async call => {
    const state = await edit(call, call.body)
    return versioned(state, bookUpdateView(state))
  })

  binder.bind(contract.getBookMetadata, async call => {
    const state = await stateOf(call)
    const headers = headersOf(state)
    if (matchesEtag(call.request, headers.ETag)) return notModified(headers)
    return versioned(state, bookMetadataView(state))
  })

  binder.bind(contract.patchBookMetadata, async call => {
    const state = await edit(call, call.body)
    return versioned(state, bookMetadataView(state))
  })

  binder.bind(contract.replaceBookMetadata, async call => {
    const given = Object.fromEntries(Object.entries(call.body).filter(([, value]) => value !== undefined))
    const state = await edit(call, { ...ALL_CLEARED, ...given })
    return versioned(state, bookMetadataView(state))
  })

  binder.bind(contract.getBookLocks, async call => {
    const state = await stateOf(call)
    return versioned(state, metadataViews.bookLocksView(state.book.locks))
  })

  binder.bind(contract.updateBookLocks, async call => {
    const state = await edit(call, { locks: call.body })
    return versioned(state, metadataViews.bookLocksView(state.book.locks))
  })

  /** Missing and hidden books are skipped. */
  async function editMany(
    viewer: Viewer,
    ids: readonly string[],
    change: (state: BookState) => BookEdit,
    naming: NamingEdit = {},
  ): Promise<contract.BulkMetadataUpdateResponse> {
    const pks = await visibleBooks(reader, viewer, ids)
    const act = actOf(viewer, 'bulk')
    const bound = (state: BookState) => ({ ...change(state), isBound: true, isOfMany: true })
    const made = await editInParts({ write, now }, viewer, 'book', {
      pks,
      atOnce: AT_ONCE,
      prepare: part => booksByRules(deps, part, naming),
      edit: (tx, part, byRules) => editBooks(tx, part, bound, { now: now(), act, byRules }),
    })
    const message = `${pks.length} books updated`
    return { updatedCount: pks.length, message, ...skippedView(made) }
  }
}

function headersOf(state: BookState) {
  return { ETag: bookVersion(state), 'Cache-Control': 'private, no-cache' }
}

interface NamesChange {
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
}

/** The edit that adds and removes names; none if nothing would change, so that nothing gets locked. */
export function namesEdit<Field extends string>(
  field: Field,
  names: readonly string[],
  change: NamesChange,
): Partial<Record<Field, string[]>> {
  const changed = changedNames(names, change)
  return (isSame(changed, names) ? {} : { [field]: changed }) as Partial<Record<Field, string[]>>
}

/** Names after additions and removals, ignoring case. */
export function changedNames(names: readonly string[], { add = [], remove = [] }: NamesChange): string[] {
  const key = (name: string) => name.trim().toLowerCase()
  const gone = new Set(remove.map(key))
  const byKey = new Map([...names, ...add].toReversed().map(name => [key(name), name]))
  return [...byKey].toReversed().flatMap(([at, name]) => (gone.has(at) ? [] : [name]))
}
