import type { Reader, Tx } from '../../../db'
import { emptyMetadata } from '../../../formats/empty-metadata'
import { releaseDateKey } from '../../../formats/release-date'
import { type AppError, notFound, refused } from '../../../kernel/app-error'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'
import { bookStore } from '../books'
import { type Act, recordHistory } from '../edit-history'
import { fileRecord, findMetadataOfBooks, type MetadataRow, saveEdited, storedMetadataOf } from '../metadata'
import { renumberSeries } from '../numbering'
import { refreshSeries, seriesFields } from '../series'
import { type BookEdit, editedBook } from './book-edit.rules'
import { type BookToEdit, booksToEdit } from './book-edits.queries'
import { type BookValues, bookValues, type FileValues, fileValues, metadataOf } from './book-values'
import type { EditedBook } from './edited-book'
import { isSame, valueAt, versionOf } from './edited-value.rules'
import { fieldAuthorsOf, fieldAuthorsText } from './field-authors'
import type { RuledBook } from './names-by-rules'
import { type EditsMade, lockChanges, moreEdits, NO_EDITS } from './record-edits'

/** A book's current state, for an edit. */
export interface BookState {
  readonly book: BookToEdit
  readonly row: MetadataRow | null
  readonly values: BookValues
  /** Its file's values; null if unknown. */
  readonly file: FileValues | null
}

/** Precondition: whether a client that saw this version may change it; see http/etag. */
export type MayChange = (version: string) => boolean

export function bookVersion({ values, book }: BookState): string {
  return versionOf({ values, locks: book.locks })
}

export interface EditOptions {
  readonly now: number
  readonly act: Act
  /** Needed by edits that clear titles or unlock names. */
  readonly byRules?: ReadonlyMap<number, RuledBook>
  readonly mayChange?: MayChange
  /** The caller refreshes the series of the books, once after all transactions. */
  readonly leavesSeries?: boolean
}

type Edited = EditedBook & { readonly state: BookState }

/**
 * Applies `edit` to each of the books and updates their series. Returns changed rows and fields, and what was skipped.
 * Books that are gone are skipped.
 * @throws PreconditionFailed if one has changed since the client saw it
 */
export async function editBooks(
  tx: Tx,
  pks: readonly number[],
  edit: (state: BookState) => BookEdit,
  { now, act, byRules: named = new Map(), mayChange = () => true, leavesSeries = false }: EditOptions,
): Promise<EditsMade> {
  if (!leavesSeries) await seriesFields.lockSeriesOfBooks(tx, pks)
  const states = await bookStates(tx, pks)
  for (const state of states) if (!mayChange(bookVersion(state))) throw changedMeanwhile()
  const all = states.map(state => ({
    state,
    ...editedBook(state.values, state.book.locks, edit(state), state.file),
  }))
  const changed = all.filter(hasChanged)
  await save(tx, changed, act, now)
  const ruled = changed.flatMap(({ state: { book }, byRules }) => {
    const names = byRules.title || byRules.place ? named.get(book.pk) : undefined
    return names ? [names] : []
  })
  if (ruled.length > 0) await bookStore.renameBooks(tx, ruled, now)
  const seriesOf = (some: readonly Edited[]) => [...new Set(some.map(({ state }) => state.book.series_pk))]
  for (const pk of seriesOf(changed.filter(({ byRules }) => byRules.number))) await renumberSeries(tx, pk)
  await publish(tx, changed)
  // One by one: SQLite yields to requests between statements, and a single statement would take as long as all labels.
  if (!leavesSeries) for (const pk of seriesOf(changed)) await refreshSeries(tx, [pk], now)
  return record(tx, { all, changed }, act, now)
}

function hasChanged({ state, fields, locks, byRules }: Edited): boolean {
  return fields.length > 0 || locks !== state.book.locks || Object.values(byRules).some(Boolean)
}

export function changedMeanwhile(): AppError {
  return refused('PreconditionFailed', 'changed_since', 'Somebody else has changed this in the meantime')
}

/** @throws NotFound if it is gone */
export async function bookState(from: Reader | Tx, pk: number): Promise<BookState> {
  const [state] = await bookStates(from, [pk])
  if (!state) throw notFound('Book')
  return state
}

/** Existing books, in key order. */
export async function bookStates(from: Reader | Tx, pks: readonly number[]): Promise<BookState[]> {
  if (pks.length === 0) return []
  const books = await booksToEdit(from, pks)
  const rows = 'publish' in from ? await storedMetadataOf(from, pks) : await findMetadataOfBooks(from, pks)
  return books.map(book => {
    const row = rows.get(book.pk) ?? null
    return { book, row, values: bookValues(book, row), file: row && fileValues(fileRecord.fileRecordOf(row)) }
  })
}

async function save(tx: Tx, books: readonly Edited[], act: Act, now: number): Promise<void> {
  const rows = books
    // A row to carry the locks, even if no metadata is known.
    .filter(
      ({ state, values, locks, said }) =>
        !state.row || locks !== state.book.locks || said.length > 0 || !isSame(state.values, values),
    )
    .map(({ state: { book, row }, values, locks, said, released }) => {
      const { metadata, chapter, own } = metadataOf(values, row, locks)
      const edited_by = fieldAuthorsText(
        row ? fieldAuthorsOf(row) : {},
        { said, released },
        { by: act.userId, at: now },
      )
      return {
        ...{ bookPk: book.pk, metadata, chapter },
        own: { ...own, edited_by, file_metadata: recordUnder(locks, book, row) },
      }
    })
  await saveEdited(tx, rows, now)
  await bookStore.setEdited(
    tx,
    books.map(({ state: { book }, values, locks }) => {
      return { ...values, pk: book.pk, fileName: book.file_name, locks, releaseDate: releaseDateKey(values) }
    }),
    now,
  )
}

/** The record of a book's file, from before the first lock; null once nothing is locked. */
function recordUnder(locks: number, book: BookToEdit, row: MetadataRow | null): string | null {
  if (locks === 0) return null
  if (book.locks !== 0) return row?.file_metadata ?? null
  const said = row ? fileRecord.saidByFile(row) : emptyMetadata('person')
  return fileRecord.fileRecordText(said, row?.chapter ?? null)
}

async function publish(tx: Tx, changed: readonly Edited[]): Promise<void> {
  const named = changed.map(({ state, fields, locks }) => ({
    pk: state.book.pk,
    fields: [...fields, ...(locks === state.book.locks ? [] : ['locks'])],
  }))
  for (const group of Map.groupBy(named, ({ fields }) => fields.join()).values()) {
    const pks = group.map(({ pk }) => pk)
    await bookStore.publishBookEvents(tx, pks, 'book_updated', group[0]?.fields)
  }
}

/** Writes the history, and collects the edits for the audit log and the answer. */
async function record(
  tx: Tx,
  { all, changed }: { readonly all: readonly Edited[]; readonly changed: readonly Edited[] },
  act: Act,
  now: number,
): Promise<EditsMade> {
  const byRule = changed.filter(({ byRules }) => Object.values(byRules).some(Boolean)).map(({ state }) => state.book.pk)
  const after = new Map((await bookStates(tx, byRule)).map(({ book, values }) => [book.pk, values]))
  const edits = changed.map(({ state, values, locks, fields, byRules }) => {
    const names = [
      ...fields,
      ...(byRules.title ? ['title'] : []),
      ...(byRules.number ? ['number'] : []),
      ...(byRules.place ? ['volume', 'chapter'] : []),
    ]
    const held = (of: number) => (name: string) => isLocked(BOOK_LOCKS, of, name as BookLock)
    const now = after.get(state.book.pk) ?? values
    return {
      pk: state.book.pk,
      changes: {
        fields: [...new Set(names)]
          .map(field => ({ field, before: valueAt(state.values, field), after: valueAt(now, field) }))
          .filter(change => !isSame(change.before, change.after)),
        ...lockChanges(BOOK_LOCKS, held(state.book.locks), held(locks)),
      },
    }
  })
  await recordHistory(tx, act, 'book', edits, now)
  const made = edits.reduce(
    (sum, { pk, changes }) =>
      moreEdits(sum, { ...NO_EDITS, ...changes, pks: [pk], fields: changes.fields.map(({ field }) => field) }),
    NO_EDITS,
  )
  const skipped = all.flatMap(({ state, skipped }) => skipped.map(field => ({ field, id: state.book.id })))
  return { ...made, skipped }
}
