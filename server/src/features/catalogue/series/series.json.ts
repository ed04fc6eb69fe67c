import type { SeriesDto } from '@octavo/contract/series'
import { SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../db'
import { authorLine, type DrawnWords, drawnWords } from '../../../kernel/drawn-words'
import { type FieldColumns, rowColumns } from '../../../kernel/field-columns'
import { seriesLockBit } from '../../../kernel/field-locks'
import type { list } from '../../lists/engine'
import { finishItem, IS_ONE_OFF, type ItemJson, type ItemJsonColumns, isWanted } from '../items'
import { SERIES_VALUE_COLUMNS } from './series-fields'

/** The columns of a series that its complete form needs. */
export interface SeriesJson extends ItemJson {
  readonly id: string
}

/** The columns that the database returns. */
export interface SeriesJsonColumns extends SeriesJson, ItemJsonColumns {
  readonly book_count: number
  /** JSON of its own people, in a library of books; null if nobody has chosen them, and elsewhere. */
  readonly people: string | null
  /** JSON array of the people of each of its first books, in a library of books. */
  readonly book_people: string | null
}

/** The columns of the values that every list row has, by their names. */
const ROW_COLUMNS: FieldColumns = rowColumns(SERIES_FIELD_REGISTRY, SERIES_VALUE_COLUMNS)

/** The cover of a series: its own before that of a book; `cover` is the joined book. */
export const COVER_COLUMNS = {
  thumb_hash: sql`case when series.cover_version is null then cover.thumb_hash else series.thumb_hash end`,
  main_color: sql`case when series.cover_version is null then cover.main_color else series.main_color end`,
  cover_version: sql`coalesce(series.cover_version, cover.cover_version)`,
}

/** Whether a person has chosen its cover: it is not an image of its folder, or it is locked. */
const HAS_CHOSEN_COVER = sql`(series.cover_version is not null and (series.cover_image is null
  or (series.locks & ${sql.lit(seriesLockBit('cover'))}) <> 0))`

/** A series as the contract shows it, without its unread count. The query must have libraries and its cover joined. */
export function seriesJson({ json }: Reader['dialect'], path: RawBuilder<unknown>): RawBuilder<string> {
  const values = Object.entries(ROW_COLUMNS).map(([name, column]) => [name, sql.ref(`series.${column}`)] as const)
  const members: Record<
    Exclude<RequiredMember, 'authors' | 'drawnCover' | 'unreadCount' | 'wantToRead'>,
    RawBuilder<unknown>
  > = {
    id: sql`series.id`,
    libraryId: sql`libraries.id`,
    libraryName: sql`libraries.name`,
    title: sql`series.title`,
    path: sql`nullif(${path}, '')`,
    bookCount: sql`series.book_count`,
    volumesOwned: sql`series.volumes_owned`,
    localMaxVolume: sql`series.max_volume`,
    localMaxChapter: sql`series.max_chapter`,
    tracked: json.boolean(sql`1 = 0`),
    hasCustomCover: json.boolean(HAS_CHOSEN_COVER),
    selectedCoverSource: sql`case when ${HAS_CHOSEN_COVER} then 'custom' else 'first_book' end`,
    thumbHash: COVER_COLUMNS.thumb_hash,
    mainColor: COVER_COLUMNS.main_color,
    coverVersion: COVER_COLUMNS.cover_version,
    createdAt: json.timestamp(sql`series.created_at`),
    updatedAt: json.timestamp(sql`series.updated_at`),
  }
  return json.text(json.object({ ...members, ...Object.fromEntries(values) }))
}

/** Text of the drawn cover of a series without a picture. */
export function seriesDrawnJson({ json }: Reader['dialect']): RawBuilder<string | null> {
  const words = json.object({ title: sql`series.title`, series: sql`null`, authors: sql`series.authors` })
  return sql<string | null>`case when ${COVER_COLUMNS.cover_version} is null then ${json.text(words)} end`
}

/** Books of a series whose people are read for its card. */
const MOST_BOOKS = 10

/** Everybody involved, where cards show authors: chosen by a person, else those of the first books. */
export function seriesPeople({ json, nullsOrder }: Reader['dialect']): PeopleColumns {
  const order = (table: string) => {
    const [number, key, pk] = ['number', 'sort_key', 'pk'].map(name => sql.ref(`${table}.${name}`))
    return sql`${number}${nullsOrder('asc')}, ${key}, ${pk}`
  }
  const isOfBooks = sql`libraries.series_strategy = 'calibre'`
  const own = sql`books.series_pk = series.pk and not books.deleted`
  const isOfNovels = sql`(${isOfBooks}
    or (series.book_count = 1 and exists (select 1 from books where ${own} and ${IS_ONE_OFF})))`
  const isChosen = sql`(series.authors is not null
    or (series.locks & ${sql.lit(seriesLockBit('authorsJsonLock'))}) <> 0)`
  return {
    people: sql`case when ${isOfNovels} then series.authors end`,
    book_people: sql`case when ${isOfNovels} and not ${isChosen} then
      (select ${json.texts(sql`first.authors`, order('first'))} from
        (select book_metadata.authors, books.number, books.sort_key, books.pk
          from books inner join book_metadata on book_metadata.book_pk = books.pk
          where ${own}
          order by ${order('books')} limit ${sql.lit(MOST_BOOKS)}) as first) end`,
  }
}

type PeopleColumns = Readonly<Record<'people' | 'book_people', RawBuilder<string | null>>>

/** Columns beyond the values of the registry. */
type RequiredMember = Exclude<keyof SeriesDto, keyof typeof SERIES_VALUE_COLUMNS | `upstream${string}`>

export function finishSeries(columns: SeriesJsonColumns): SeriesJson {
  const { pk, id, book_count } = columns
  const text = finishItem(columns, { authors: seriesAuthors(columns), after: `,"unreadCount":${book_count}` })
  return { pk, id, text, own: null }
}

function seriesAuthors({ people, book_people }: Pick<SeriesJsonColumns, 'people' | 'book_people'>): string | null {
  const ofBooks = book_people === null ? [] : (JSON.parse(book_people) as readonly string[])
  return authorLine(...(people === null ? ofBooks : [people]))
}

/** The text on the drawn cover of a series; null if it is gone. */
export async function seriesDrawnWords(reader: Reader, pk: number): Promise<DrawnWords | null> {
  const { people, book_people } = seriesPeople(reader.dialect)
  const row = await reader.query
    .selectFrom('series')
    .innerJoin('libraries', 'libraries.pk', 'series.library_pk')
    .select(['series.title', 'series.authors', people.as('people'), book_people.as('book_people')])
    .where('series.pk', '=', pk)
    .executeTakeFirst()
  if (!row) return null
  const words = drawnWords(row.title, null, row.authors)
  return { ...words, author: words.author ?? seriesAuthors(row) }
}

/** The viewer's members; needs `series_progress` joined. */
export function ownSeriesJson({ json }: Reader['dialect'], { userPk }: list.OwnUser): RawBuilder<string> {
  const unread = sql`series.book_count - coalesce(series_progress.completed_count, 0)`
  const unreadCount = sql`case when ${unread} > 0 then ${unread} else 0 end`
  return json.text(json.object({ wantToRead: json.boolean(isWanted('series', userPk)), unreadCount }))
}
