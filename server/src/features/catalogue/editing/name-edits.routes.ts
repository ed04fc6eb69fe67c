import type { GenreDto } from '@octavo/contract/genre'
import * as genres from '@octavo/contract/genres'
import * as tags from '@octavo/contract/tags'
import type { Binder } from '../../../http/bind'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { requireSeries } from '../../people/access'
import { BOOK_PLACE, findBook } from '../books'
import { actOf } from '../edit-history'
import { facetPages, type Names, NO_NAMES, namesOf } from '../facets'
import { changedNames } from './book-edits.routes'
import { editBooks } from './edit-book'
import { editManySeries } from './edit-series'
import type { EditingDeps } from './editing-deps'
import { recordEdit } from './record-edits'

type Change = (names: readonly string[]) => readonly string[]

/** The book or series whose genres and tags change. */
interface Subject {
  find(viewer: Viewer, id: string): Promise<number>
  names(pk: number): Promise<Names>
  edit(viewer: Viewer, pk: number, field: keyof Names, change: Change): Promise<void>
}

/** Genres and tags of one book or series: changes by a person lock them. */
export function nameEditRoutes(binder: Binder, deps: EditingDeps): void {
  const series = seriesSubject(deps)
  const book = bookSubject(deps)

  const list = async (subject: Subject, viewer: Viewer, id: string) => subject.names(await subject.find(viewer, id))
  const set = async (subject: Subject, field: keyof Names, viewer: Viewer, id: string, names: readonly string[]) => {
    const pk = await subject.find(viewer, id)
    await subject.edit(viewer, pk, field, () => names)
    return subject.names(pk)
  }
  const add = async (subject: Subject, field: keyof Names, viewer: Viewer, id: string, name: string) => {
    const pk = await subject.find(viewer, id)
    await subject.edit(viewer, pk, field, names => changedNames(names, { add: [name] }))
    const kind = field === 'genres' ? 'genre' : 'tag'
    const key = facetPages.facetKey(facetPages.cleanName(name))
    const added = (await facetPages.facetsByName(deps.reader, kind, [key])).get(key)
    return found(await subject.names(pk), field, added?.id ?? '')
  }
  const remove = async (subject: Subject, field: keyof Names, viewer: Viewer, id: string, nameId: string) => {
    const pk = await subject.find(viewer, id)
    const key = facetPages.facetKey(found(await subject.names(pk), field, nameId.toLowerCase()).name)
    await subject.edit(viewer, pk, field, names => names.filter(name => facetPages.facetKey(name) !== key))
    return null
  }

  binder.bind(genres.getSeriesGenres, async ({ viewer, params }) =>
    of('genres', await list(series, viewer, params.series_id)),
  )
  binder.bind(genres.setSeriesGenres, async ({ viewer, params, body }) =>
    of('genres', await set(series, 'genres', viewer, params.series_id, body.genres)),
  )
  binder.bind(genres.addSeriesGenre, ({ viewer, params, body }) =>
    add(series, 'genres', viewer, params.series_id, body.name),
  )
  binder.bind(genres.removeSeriesGenre, ({ viewer, params }) =>
    remove(series, 'genres', viewer, params.series_id, params.genre_id),
  )
  binder.bind(genres.getBookGenres, async ({ viewer, params }) =>
    of('genres', await list(book, viewer, params.book_id)),
  )
  binder.bind(genres.setBookGenres, async ({ viewer, params, body }) =>
    of('genres', await set(book, 'genres', viewer, params.book_id, body.genres)),
  )
  binder.bind(genres.addBookGenre, ({ viewer, params, body }) => add(book, 'genres', viewer, params.book_id, body.name))
  binder.bind(genres.removeBookGenre, ({ viewer, params }) =>
    remove(book, 'genres', viewer, params.book_id, params.genre_id),
  )

  binder.bind(tags.getSeriesTags, async ({ viewer, params }) =>
    of('tags', await list(series, viewer, params.series_id)),
  )
  binder.bind(tags.setSeriesTags, async ({ viewer, params, body }) =>
    of('tags', await set(series, 'tags', viewer, params.series_id, body.tags)),
  )
  binder.bind(tags.addSeriesTag, ({ viewer, params, body }) => add(series, 'tags', viewer, params.series_id, body.name))
  binder.bind(tags.removeSeriesTag, ({ viewer, params }) =>
    remove(series, 'tags', viewer, params.series_id, params.tag_id),
  )
  binder.bind(tags.getBookTags, async ({ viewer, params }) => of('tags', await list(book, viewer, params.book_id)))
  binder.bind(tags.setBookTags, async ({ viewer, params, body }) =>
    of('tags', await set(book, 'tags', viewer, params.book_id, body.tags)),
  )
  binder.bind(tags.addBookTag, ({ viewer, params, body }) => add(book, 'tags', viewer, params.book_id, body.name))
  binder.bind(tags.removeBookTag, ({ viewer, params }) => remove(book, 'tags', viewer, params.book_id, params.tag_id))
}

function of(field: keyof Names, names: Names) {
  return { [field]: names[field] }
}

/** @throws NotFound */
function found(names: Names, field: keyof Names, id: string): GenreDto {
  const name = names[field].find(each => each.id === id)
  if (!name) throw notFound(field === 'genres' ? 'Genre' : 'Tag')
  return name
}

function seriesSubject({ reader, write, now }: EditingDeps): Subject {
  return {
    find: (viewer, id) => requireSeries(reader, viewer, id),
    names: async pk => (await namesOf(reader, 'series', [pk])).get(pk) ?? NO_NAMES,
    edit: (viewer, pk, field, change) =>
      write(async tx => {
        const made = await editManySeries(tx, [pk], ({ values }) => ({ [field]: [...change(values[field])] }), {
          ...{ now: now(), act: actOf(viewer) },
        })
        await recordEdit(tx, viewer, 'series', made, { now: now() })
      }),
  }
}

function bookSubject({ reader, write, now }: EditingDeps): Subject {
  return {
    find: async (viewer, id) => (await findBook(reader, viewer, BOOK_PLACE, id)).pk,
    names: async pk => (await namesOf(reader, 'books', [pk])).get(pk) ?? NO_NAMES,
    edit: (viewer, pk, field, change) =>
      write(async tx => {
        // The tags of a book are its subjects.
        const name = field === 'genres' ? 'genres' : 'subjects'
        const made = await editBooks(tx, [pk], ({ values }) => ({ [name]: [...change(values[name])] }), {
          ...{ now: now(), act: actOf(viewer) },
        })
        await recordEdit(tx, viewer, 'book', made, { now: now() })
      }),
  }
}
