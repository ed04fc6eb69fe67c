import type { FoundTextDto, SearchKind } from '@octavo/contract/search'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { BOOKS as BOOKS_ENTITY } from '../../catalogue/books'
import { SERIES as SERIES_ENTITY } from '../../catalogue/series'
import type { Indexed } from '../../lists/words'

/** A searched text besides the title. */
export interface OtherText {
  readonly field: FoundTextDto['field']
  /** One text, or the JSON of several. */
  readonly text: (dialect: Reader['dialect']) => RawBuilder<string | null>
  readonly isMany: boolean
  /** Whether it is a name like the title: a full match counts as the name. */
  readonly isName: boolean
}

/** Source of hits of one kind. A new kind is one entry; so is another text. */
export interface SearchSource {
  readonly kind: SearchKind
  readonly table: Indexed
  readonly title: RawBuilder<string>
  /** Sort key of titles; its index covers the live rows, after the columns of `within`. */
  readonly sortKey: RawBuilder<string>
  readonly others: readonly OtherText[]
  /** Condition of live rows. */
  readonly live: RawBuilder<SqlBool>
  /** Condition of visible rows. */
  readonly seen: (viewer: Viewer) => Expression<SqlBool>
  /** Maximum number of rows fetched per index query. */
  readonly most: number
}

function textOf(field: OtherText['field'], column: string, isName: boolean): OtherText {
  return { field, text: () => sql<string | null>`${sql.ref(column)}`, isMany: false, isName }
}

const ALTERNATE_TITLES: OtherText = {
  field: 'alternateTitle',
  text: ({ json }) => sql`(select ${json.texts(sql.ref('alternate_titles.title'), sql.ref('alternate_titles.pk'))}
    from alternate_titles where alternate_titles.series_pk = series.pk)`,
  isMany: true,
  isName: true,
}

/** Books are searched by these, but they are not names. */
const TITLES_OF_SERIES: OtherText = {
  field: 'alternateTitle',
  text: ({ json }) => sql`(select ${json.texts(sql.ref('other.title'), sql.ref('other.pk'))} from (
    select title, pk from alternate_titles where alternate_titles.series_pk = books.series_pk
    union all select title_sort, 0 from series where series.pk = books.series_pk and title_sort is not null) as other)`,
  isMany: true,
  isName: false,
}

/** A book as the one of its series with these numbers: "Naruto 12". */
const IN_SERIES: OtherText = {
  field: 'series',
  text: ({ numberText }) => {
    const other = (column: string) =>
      numberText(sql`nullif(cast(${sql.ref(`books.${column}`)} as double precision), books.number)`)
    const numbers = sql`${numberText(sql`books.number`)}, ${other('volume')}, ${other('chapter')}`
    return sql`(select concat_ws(' ', series.title, ${numbers}) from series where series.pk = books.series_pk)`
  },
  isMany: false,
  isName: true,
}

const SERIES: SearchSource = {
  kind: 'series',
  table: 'series',
  title: sql`series.title`,
  sortKey: sql`series.sort_key`,
  others: [textOf('titleSort', 'series.title_sort', true), ALTERNATE_TITLES, textOf('path', 'series.path', false)],
  live: SERIES_ENTITY.live,
  seen: SERIES_ENTITY.visible,
  most: 200,
}

const BOOKS: SearchSource = {
  kind: 'books',
  table: 'books',
  title: sql`books.title`,
  sortKey: sql`books.sort_key`,
  others: [
    textOf('titleSort', 'books.title_sort', true),
    IN_SERIES,
    textOf('fileName', 'books.file_name', false),
    TITLES_OF_SERIES,
    textOf('path', 'books.path', false),
  ],
  live: BOOKS_ENTITY.live,
  seen: BOOKS_ENTITY.visible,
  most: 200,
}

/** The visible series of a name. SQLite executes a cross join in the given order. */
export function seriesOfName(viewer: Viewer): RawBuilder<unknown> {
  return sql`select 1 from series_facets cross join series
    where series_facets.facet_pk = facets.pk and series.pk = series_facets.series_pk
      and ${SERIES_ENTITY.live} and ${SERIES_ENTITY.visible(viewer)}`
}

/** A name is visible to those who may see one of its series. */
function names(kind: SearchKind, facet: string): SearchSource {
  return {
    kind,
    table: 'facets',
    title: sql`facets.name`,
    sortKey: sql`facets.name_key`,
    others: [],
    live: sql<SqlBool>`facets.kind = ${sql.lit(facet)}`,
    seen: viewer => sql<SqlBool>`exists (${seriesOfName(viewer)})`,
    most: 100,
  }
}

export const SEARCH_SOURCES: Readonly<Record<SearchKind, SearchSource>> = {
  series: SERIES,
  books: BOOKS,
  people: names('people', 'author'),
  genres: names('genres', 'genre'),
  tags: names('tags', 'tag'),
}
