import { LIST_MEMBERS } from '@octavo/contract/curated-list'
import type { SetReadListEntryBookRequest } from '@octavo/contract/read-list'
import { isUniqueViolation, type Tx } from '../../../db'
import { notFound, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { checkLine, refuse } from './check-list'
import type { CuratedListRow } from './curated-list-row'
import { entryToChange, findList, keysOfIds, membersToChange } from './curated-lists.queries'
import { lockList, touchList } from './curated-lists.store'
import { type Kind, READ_LIST } from './kind'
import { matchesOf } from './match.queries'
import { addAfter, addMembers, extentOf, placeMembers, removeMembers, setEntryBook, setSection } from './members.store'
import { reordered } from './order.rules'
import { ownerOf } from './owners'
import { publishList } from './publish-lists'
import { isOwner, mayEdit, requireRight } from './rights.rules'
import type { ListDeps } from './save-list'

/** @throws NotFound; Forbidden; BadRequest for a rule-based list */
async function listToChange({ reader }: ListDeps, kind: Kind, viewer: Viewer, id: string): Promise<CuratedListRow> {
  const row = await findList(reader, viewer, kind, id)
  requireRight(mayEdit(kind, viewer, row), kind)
  if (row.condition !== null) throw refused('BadRequest', 'list_filtered', `${kind.noun}: its members come from a rule`)
  return row
}

/** Serialises changes of a list, and rejects those of a deleted one. */
function changing<Result>(
  { write, now }: ListDeps,
  kind: Kind,
  row: CuratedListRow,
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return write(async tx => {
    if (!(await lockList(tx, row.pk))) throw notFound(kind.noun)
    const result = await change(tx)
    await touchList(tx, row.pk, now())
    await publishList(tx, kind.name, row, 'updated')
    return result
  })
}

/** @throws BadRequest if the list would exceed its limit */
export async function requireSpace(tx: Tx, kind: Kind, listPk: number, more: number): Promise<number> {
  const { total, last } = await extentOf(tx, kind, listPk)
  if (total + more > LIST_MEMBERS) {
    throw refused('BadRequest', 'list_long', `A list has at most ${LIST_MEMBERS} members`, { max: LIST_MEMBERS })
  }
  return last + 1
}

/**
 * Returns the ids of those that were not in the list.
 * @throws NotFound for the list, or any added item
 */
export async function addToList(
  deps: ListDeps,
  kind: Kind,
  viewer: Viewer,
  id: string,
  ids: readonly string[],
): Promise<string[]> {
  const row = await listToChange(deps, kind, viewer, id)
  const wanted = [...new Set(ids.map(each => each.toLowerCase()))]
  const keys = await keysOfIds(deps.reader, viewer, kind, wanted)
  const stranger = ids.findIndex(each => !keys.has(each.toLowerCase()))
  if (stranger >= 0) throw refused('NotFound', 'changed_since', `${kind.item} not found`, `${kind.ids}.${stranger}`)
  return changing(deps, kind, row, async tx => {
    const known = new Set((await membersToChange(tx, viewer, kind, row.pk)).map(member => member.id))
    const added = wanted.filter(each => !known.has(each))
    const pks = added.flatMap(each => keys.get(each) ?? [])
    await addMembers(tx, kind, row.pk, pks, await requireSpace(tx, kind, row.pk, pks.length), deps.now())
    return added
  })
}

/** Items that are hidden or not in the list are ignored. */
export async function removeFromList(deps: ListDeps, kind: Kind, viewer: Viewer, id: string, ids: readonly string[]) {
  const row = await listToChange(deps, kind, viewer, id)
  const unwanted = new Set(ids.map(each => each.toLowerCase()))
  await changing(deps, kind, row, async tx => {
    const members = await membersToChange(tx, viewer, kind, row.pk)
    const pks = members.flatMap(member => (unwanted.has(member.id) ? [member.pk] : []))
    await removeMembers(tx, kind, pks)
  })
}

/** @throws BadRequest naming the first id that is not a member or occurs twice */
export async function reorderList(deps: ListDeps, kind: Kind, viewer: Viewer, id: string, ids: readonly string[]) {
  const row = await listToChange(deps, kind, viewer, id)
  await changing(deps, kind, row, async tx => {
    const members = await membersToChange(tx, viewer, kind, row.pk)
    const order = reordered(
      members,
      ids.map(each => each.toLowerCase()),
    )
    if ('stranger' in order) return refuse(`${kind.ids}.${order.stranger}`, 'is not in the list, or comes twice')
    await placeMembers(tx, kind, order.places)
  })
}

/**
 * Keys of series or books in the order of their ids, without duplicates.
 * @throws NotFound unless all are visible to the viewer
 */
export async function keysToHold(
  { reader }: Pick<ListDeps, 'reader'>,
  kind: Kind,
  viewer: Viewer,
  ids: readonly string[],
): Promise<readonly number[]> {
  const wanted = [...new Set(ids.map(each => each.toLowerCase()))]
  const keys = await keysOfIds(reader, viewer, kind, wanted)
  return wanted.map(each => {
    const pk = keys.get(each)
    if (pk === undefined) throw notFound(kind.item)
    return pk
  })
}

/** Adds the first members to a new list. */
export async function fillList(
  tx: Tx,
  kind: Kind,
  listPk: number,
  itemPks: readonly number[],
  now: number,
): Promise<void> {
  await addMembers(tx, kind, listPk, itemPks, await requireSpace(tx, kind, listPk, itemPks.length), now)
}

/**
 * Replaces the members of a list, in this order. Members hidden from the viewer stay.
 * @throws NotFound for the list, or any named item
 */
export async function setMembers(deps: ListDeps, kind: Kind, viewer: Viewer, id: string, ids: readonly string[]) {
  const row = await listToChange(deps, kind, viewer, id)
  const chosen = new Set(await keysToHold(deps, kind, viewer, ids))
  await changing(deps, kind, row, async tx => {
    const before = await membersToChange(tx, viewer, kind, row.pk)
    const left = before.filter(({ itemPk }) => itemPk !== null && !chosen.has(itemPk))
    await removeMembers(
      tx,
      kind,
      left.map(({ pk }) => pk),
    )
    const known = new Set(before.map(member => member.itemPk))
    await fillList(
      tx,
      kind,
      row.pk,
      [...chosen].filter(pk => !known.has(pk)),
      deps.now(),
    )
    const wanted = [...new Set(ids.map(each => each.toLowerCase()))]
    const order = reordered(await membersToChange(tx, viewer, kind, row.pk), wanted)
    if ('places' in order) await placeMembers(tx, kind, order.places)
  })
}

/** @throws NotFound for an item that is not in the list */
export async function beginSection(
  deps: ListDeps,
  kind: Kind,
  viewer: Viewer,
  id: string,
  itemId: string,
  section: string | null | undefined,
) {
  const row = await listToChange(deps, kind, viewer, id)
  const title = checkLine('section', section ?? '', LIMITS.curatedLists.section) || null
  await changing(deps, kind, row, async tx => {
    const member = await memberOf(tx, kind, viewer, row, itemId)
    if (!member) throw notFound(kind.item)
    await setSection(tx, member.pk, title)
  })
}

/**
 * Sets the book of an imported entry, named by its own id or that of its book; null makes it a missing book again.
 * @throws NotFound for the entry or book; BadRequest for an entry that was never missing; Conflict if the list has the
 * book
 */
export async function chooseBook(
  deps: ListDeps,
  viewer: Viewer,
  id: string,
  entryId: string,
  { bookId, decline = false }: SetReadListEntryBookRequest,
) {
  const row = await listToChange(deps, READ_LIST, viewer, id)
  const [bookPk = null] = bookId === null ? [] : await keysToHold(deps, READ_LIST, viewer, [bookId])
  const isOwners = isOwner(viewer, row)
  const owner = isOwners ? viewer : await ownerOf(deps.reader, row)
  const hasBook = () => refused('Conflict', 'list_has_book', 'This book is already in the list', 'bookId')
  const work = changing(deps, READ_LIST, row, async tx => {
    const members = await membersToChange(tx, viewer, READ_LIST, row.pk)
    const entry = await entryToChange(tx, viewer, row.pk, entryId.toLowerCase())
    if (!entry || !members.some(({ pk }) => pk === entry.pk)) throw notFound('Entry')
    if (bookPk === null ? !entry.wasMissing : !entry.isNamed) return refuse('entry_id', 'was never a missing book')
    // It looks missing to this viewer, and is answered like a missing one.
    if (entry.hasHidden && bookPk === null) return
    if (bookPk !== null && members.some(({ pk, itemPk }) => pk !== entry.pk && itemPk === bookPk)) throw hasBook()
    // Only its owner declines all that match, and only on purpose: a repeated `null` changes nothing.
    if (bookPk === null && entry.isMissing && !(isOwners && decline)) return
    const undecided = await undecidedAfter(tx, owner, entry, { bookPk, isOwners })
    await setEntryBook(tx, { pk: entry.pk, bookPk, undecided }, deps.now())
    // Those who see the hidden book have both.
    if (entry.hasHidden) await addAfter(tx, entry.pk, entry.bookPk, deps.now())
  })
  try {
    await work
  } catch (error) {
    // A merge gave the list this book at the same time.
    throw isUniqueViolation(error) ? hasBook() : error
  }
}

type Entry = NonNullable<Awaited<ReturnType<typeof entryToChange>>>

/** An entry with a book has nothing to decide. One that its owner declined stays so until they choose a book. */
async function undecidedAfter(
  tx: Tx,
  owner: Viewer | undefined,
  { isMissing, decision, named }: Entry,
  { bookPk, isOwners }: { readonly bookPk: number | null; readonly isOwners: boolean },
): Promise<boolean | null> {
  if (decision === 'declined' && !(isOwners && bookPk !== null)) return false
  if (bookPk !== null || !owner) return null
  if (isMissing) return decision === 'undecided' ? false : null
  const [match] = await matchesOf(tx, owner, [named])
  return match?.state === 'ambiguous' ? true : null
}

async function memberOf(tx: Tx, kind: Kind, viewer: Viewer, row: CuratedListRow, itemId: string) {
  const key = itemId.toLowerCase()
  return (await membersToChange(tx, viewer, kind, row.pk)).find(member => member.id === key)
}
