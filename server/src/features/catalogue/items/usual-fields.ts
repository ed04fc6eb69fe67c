import type { FieldRegistry, SortOf } from '@octavo/contract/fields'
import { sql } from 'kysely'
import { type FieldSql, fieldSql, type SortField } from '../../lists/filters'
import { scoresOf, withExternalId } from '../external'
import { type FacetKind, nameField } from '../facets'

const { column, keyColumn, score, sortTitle, textColumn } = fieldSql

type Table = 'books' | 'series'
const KEYS = { books: 'book_pk', series: 'series_pk' } as const

/** The SQL of the filter fields that both books and series have. */
export function usualFields(table: Table) {
  const names = (kind: FacetKind) => nameField(table, kind)
  const pk = sql.ref(`${table}.pk`)
  const scores = scoresOf(KEYS[table])
  return {
    libraryId: keyColumn(sql.ref(`${table}.library_pk`), 'libraries'),
    title: textColumn(table, 'title'),
    titleSort: sortTitle(table),
    summary: textColumn(table, 'summary'),
    path: textColumn(table, 'path'),
    genre: names('genre'),
    tag: names('tag'),
    author: names('author'),
    language: names('language'),
    character: names('character'),
    team: names('team'),
    location: names('location'),
    storyArc: names('story_arc'),
    publisher: names('publisher'),
    imprint: names('imprint'),
    dateAdded: column(sql.ref(`${table}.created_at`)),
    userRating: score(pk, scores.user_rating),
    hasUserRating: score(pk, scores.user_rating),
    communityRating: score(pk, scores.community_rating),
    externalRating: score(pk, scores.external_rating),
    hasExternalSourceId: score(pk, withExternalId(KEYS[table])),
  } satisfies Readonly<Record<string, FieldSql>>
}

/** The SQL of the sorts that both have. Ratings are the scores of the entity. */
export function usualSorts(table: Table, ofLibrary = false) {
  const byTitle: SortField = { column: sql.ref(`${table}.sort_key`), nullable: false, ofLibrary }
  const byCreation: SortField = { column: sql.ref(`${table}.created_at`), nullable: false, ofLibrary }
  const byScore = (name: keyof ReturnType<typeof scoresOf>): SortField => {
    return { column: sql.ref(`${name}.value`), nullable: true, join: name }
  }
  const found = {
    rating: byScore('user_rating'),
    community_rating: byScore('community_rating'),
    external_rating: byScore('external_rating'),
    relevance: { ...byTitle, ranks: true } satisfies SortField,
  }
  return { byTitle, byCreation, found }
}

/** The sorts of a registry by all names that clients may use. */
export function underAllNames<Registry extends FieldRegistry>(
  registry: Registry,
  sorts: Readonly<Record<SortOf<Registry>, SortField>>,
): Readonly<Record<string, SortField>> {
  const byName: Readonly<Record<string, SortField | undefined>> = sorts
  return Object.fromEntries(
    Object.values(registry).flatMap(({ sort }) => {
      const field = sort && byName[sort.name]
      return field ? [sort.name, ...(sort.also ?? [])].map(name => [name, field]) : []
    }),
  )
}
