import { type AskedOfBooks, type AskedOfSeries, BULK_ACTIONS, type BulkActionName } from '@octavo/contract/bulk-actions'
import type { Reader } from '../../../db'
import type { TaskDraft } from '../../../platform/queue.types'
import { coverTasks } from '../../catalogue/covers'
import { manyEdits } from '../../catalogue/editing'
import { bookAnalysis, numberingOfSeries, seriesAnalysis } from '../../ingest/analysis'
import { idsOf, type Kind, seriesOfBooks } from './selection'

/** A requested edit: its effect on each item, and the names by rules that it may need. */
interface Edits<State, Edit> {
  readonly change: (state: State) => Edit
  readonly naming: manyEdits.NamingEdit
}
export type BookEdits = Edits<manyEdits.BookState, manyEdits.BookEdit>
export type SeriesEdits = Edits<manyEdits.SeriesState, manyEdits.SeriesEdit>

/** Changes metadata: preview and task use the same function, and it can be reverted. */
interface EditAction {
  readonly isEdit: true
  readonly origin: 'bulk' | 'reset'
  books(asked: unknown, includeLocked: boolean): BookEdits
  series(asked: unknown, includeLocked: boolean): SeriesEdits
}

/** Starts tasks: the items change when these have run. */
interface WorkAction {
  readonly isEdit: false
  /** Books or series per transaction. */
  readonly atOnce: number
  tasks(asked: unknown, reader: Reader, kind: Kind, pks: readonly number[]): Promise<TaskDraft[]>
}

export type BulkAction = (EditAction | WorkAction) & Pick<(typeof BULK_ACTIONS)[BulkActionName], 'right'>

/** How one action edits books and series. */
function edits<Name extends BulkActionName>(
  name: Name,
  does: {
    books(asked: AskedOfBooks<Name>, state: manyEdits.BookState, includeLocked: boolean): manyEdits.BookEdit
    series(asked: AskedOfSeries<Name>, state: manyEdits.SeriesState, includeLocked: boolean): manyEdits.SeriesEdit
    naming?(asked: AskedOfBooks<Name> | AskedOfSeries<Name>): manyEdits.NamingEdit
    /** @throws BadRequest for values that no book or series accepts */
    check?(asked: AskedOfBooks<Name> | AskedOfSeries<Name>): void
    readonly origin?: 'reset'
  },
): BulkAction {
  const { book, series, right } = BULK_ACTIONS[name]
  const { origin = 'bulk', naming = () => ({}), check } = does
  return {
    ...{ isEdit: true, right, origin },
    books(given, includeLocked) {
      const asked = book.parse(given) as AskedOfBooks<Name>
      check?.(asked)
      return {
        change: state => ({
          isBound: !includeLocked,
          isOfMany: true,
          ...does.books(asked, state, includeLocked),
        }),
        naming: naming(asked),
      }
    },
    series(given, includeLocked) {
      const asked = series.parse(given) as AskedOfSeries<Name>
      check?.(asked)
      return {
        change: state => ({
          isBound: !includeLocked,
          isOfMany: true,
          ...does.series(asked, state, includeLocked),
        }),
        naming: naming(asked),
      }
    },
  }
}

/** How one action starts tasks. */
function work<Name extends BulkActionName>(
  name: Name,
  atOnce: number,
  tasks: (asked: AskedOfBooks<Name>, reader: Reader, kind: Kind, pks: readonly number[]) => Promise<TaskDraft[]>,
): BulkAction {
  const { book, right } = BULK_ACTIONS[name]
  return {
    ...{ isEdit: false, right, atOnce },
    tasks: (given, reader, kind, pks) => tasks(book.parse(given) as AskedOfBooks<Name>, reader, kind, pks),
  }
}

/** Books or series per task that reads or draws them. */
const OF_ONE_TASK = 200

type Names = Pick<AskedOfBooks<'genres'>, 'add' | 'remove' | 'replace'>
/** A replacement is intended, whatever the former value: it is locked. */
const namesOf = <Field extends string>(field: Field, names: readonly string[], { replace, ...change }: Names) =>
  replace ? { [field]: manyEdits.changedNames(replace, change) } : manyEdits.namesEdit(field, names, change)

/** All bulk actions on books and series. The contract defines their requests and permissions. */
const ACTIONS: Readonly<Record<BulkActionName, BulkAction>> = {
  edit: edits('edit', {
    books: ({ changes }) => changes,
    series: ({ changes }) => changes,
    check: ({ changes: { customMetadata } }) => manyEdits.checkPatch(customMetadata),
  }),
  custom: edits('custom', {
    books: ({ patch }) => ({ customMetadata: patch }),
    series: ({ patch }) => ({ customMetadata: patch }),
    check: ({ patch }) => manyEdits.checkPatch(patch),
  }),
  locks: edits('locks', {
    books: ({ locks }) => ({ locks, isBound: false }),
    series: ({ locks }) => ({ locks, isBound: false }),
    naming: ({ locks }) => ({ locks }),
  }),
  genres: edits('genres', {
    books: (asked, { values }) => namesOf('genres', values.genres, asked),
    series: (asked, { values }) => namesOf('genres', values.genres, asked),
  }),
  tags: edits('tags', {
    books: (asked, { values }) => namesOf('subjects', values.subjects, asked),
    series: (asked, { values }) => namesOf('tags', values.tags, asked),
  }),
  reset: edits('reset', {
    origin: 'reset',
    books: (_asked, _state, includeLocked) => ({ resets: includeLocked ? 'all' : 'unlocked' }),
    series: (_asked, _state, includeLocked) => ({ resets: includeLocked ? 'all' : 'unlocked' }),
    naming: () => ({ title: null }),
  }),
  renumber: work('renumber', OF_ONE_TASK, async (_asked, reader, kind, pks) => [
    numberingOfSeries(await (kind === 'book' ? seriesOfBooks(reader, pks) : idsOf(reader, kind, pks))),
  ]),
  analyze: work('analyze', 20, async ({ force = false }, reader, kind, pks) => {
    const draft = kind === 'book' ? bookAnalysis : seriesAnalysis
    return (await idsOf(reader, kind, pks)).map(id => draft(id, force))
  }),
  thumbnails: work('thumbnails', OF_ONE_TASK, async ({ force = false }, reader, kind, pks) => {
    const ids = await idsOf(reader, kind, pks)
    return [
      kind === 'book'
        ? coverTasks.coverMaking({ bookIds: ids }, force)
        : coverTasks.coverMakingOfSeries({ seriesIds: ids }, force),
    ]
  }),
}

export function actionNamed(name: BulkActionName): BulkAction {
  return ACTIONS[name]
}
