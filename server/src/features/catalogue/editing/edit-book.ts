import type { Reader, Tx } from '../../../db'
import { releaseDateKey } from '../../../formats/release-date'
import { AppError, notFound } from '../../../kernel/app-error'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import { bookStore } from '../books'
import { findMetadataOfBooks, type MetadataRow, saveEdited, storedMetadata } from '../metadata'
import { renumberSeries } from '../numbering'
import { refreshSeries } from '../series'
import { type BookEdit, editedBook } from './book-edit.rules'
import { type BookToEdit, bookToEdit } from './book-edits.queries'
import { type BookValues, bookValues, metadataOf } from './book-values'
import { isSame, versionOf } from './edited-value.rules'
import type { RuledBook } from './names-by-rules'
import { type EditsMade, lockChanges, moreEdits, NO_EDITS } from './record-edits'

/** A book as it is, with what it can be changed by. */
export interface BookState {
  readonly book: BookToEdit
  readonly row: MetadataRow | null
  readonly values: BookValues
}

/** Whether a client that saw this version may change it; see http/etag. */
export type MayChange = (version: string) => boolean

export function bookVersion({ values, book }: BookState): string {
  return versionOf({ values, locks: book.locks })
}

/**
 * Makes the same edit of books, each by what `edit` says of it, with all that follows from it in their series.
 * Answers what has changed, and in which of them.
 * @throws PreconditionFailed when somebody has changed one since it was seen
 */
export async function editBooks(
  tx: Tx,
  pks: readonly number[],
  edit: (values: BookValues) => BookEdit,
  {
    now,
    byRules: named = new Map(),
    mayChange = () => true,
  }: {
    readonly now: number
    /** For edits that clear titles. */
    readonly byRules?: ReadonlyMap<number, RuledBook>
    readonly mayChange?: MayChange
  },
): Promise<EditsMade> {
  let made = NO_EDITS
  const touched = new Set<number>()
  const renumbered = new Set<number>()
  for (const pk of pks) {
    const state = await bookState(tx, pk)
    if (!mayChange(bookVersion(state))) throw changedMeanwhile()
    const { values, locks, fields, byRules } = editedBook(state.values, state.book.locks, edit(state.values))
    const isNew = fields.length > 0 || locks !== state.book.locks
    if (isNew) await save(tx, state, values, locks, now)
    const ruled = byRules.title ? named.get(pk) : undefined
    if (ruled) await bookStore.renameBooks(tx, [ruled], now)
    if (byRules.number) renumbered.add(state.book.series_pk)
    if (isNew || byRules.title || byRules.number) {
      const byRule = [...(byRules.title ? ['title'] : []), ...(byRules.number ? ['number'] : [])]
      const held = (of: number) => (name: string) => isLocked(BOOK_LOCKS, of, name as BookLock)
      made = moreEdits(made, {
        ...lockChanges(BOOK_LOCKS, held(state.book.locks), held(locks)),
        ...{ pks: [pk], fields: [...fields, ...byRule] },
      })
      touched.add(state.book.series_pk)
      await bookStore.publishBookEvents(tx, [pk], 'book_updated', [
        ...fields,
        ...(locks === state.book.locks ? [] : ['locks']),
      ])
    }
  }
  for (const pk of renumbered) await renumberSeries(tx, pk)
  // One by one: SQLite gives way to requests between statements, and one for all would take as long as they have labels.
  for (const pk of touched) await refreshSeries(tx, [pk], now)
  return made
}

export function changedMeanwhile(): AppError {
  return new AppError('PreconditionFailed', 'Somebody else has changed this in the meantime')
}

/** @throws NotFound when it has gone meanwhile */
export async function bookState(from: Reader | Tx, pk: number): Promise<BookState> {
  const book = await bookToEdit(from, pk)
  if (!book) throw notFound('Book')
  const row =
    'publish' in from ? await storedMetadata(from, pk) : ((await findMetadataOfBooks(from, [pk])).get(pk) ?? null)
  return { book, row, values: bookValues(book, row) }
}

async function save(tx: Tx, { book, row, values: before }: BookState, values: BookValues, locks: number, now: number) {
  const { pk } = book
  const facts = metadataOf(values, row)
  // A row for its locks to be shown with, also where nothing else is known.
  if (!row || !isSame(before, values)) await saveEdited(tx, pk, facts, now)
  await bookStore.setEdited(tx, { ...values, pk, fileName: book.file_name, locks }, now)
  const shown = { summary: values.summary, releaseDate: releaseDateKey(values) }
  await bookStore.setFromMetadata(tx, pk, shown, now)
}
