import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import { facetPages } from '../facets'

/** Maximum number of books read for roles. */
const MOST_READ = 500

/** Number of visible books in which a person has each role, among the first `MOST_READ`; most books first. */
export async function rolesOf(
  reader: Reader,
  viewer: Viewer,
  { pk, name }: Pick<facetPages.FacetFacts, 'pk' | 'name'>,
): Promise<{ role: string; books: number }[]> {
  const values = { pk }
  const rows = await runPrepared<{ authors: string }, typeof values>(
    reader,
    `names.roles|${visibilityKey(viewer)}`,
    values,
    p => sql`select book_metadata.authors from book_facets cross join books cross join book_metadata
      where book_facets.facet_pk = ${p.pk} and books.pk = book_facets.book_pk and not books.deleted
        and book_metadata.book_pk = books.pk and ${visible(viewer, 'books.library_pk')}
      order by book_facets.book_pk limit ${sql.lit(MOST_READ)}`,
  )
  const key = facetPages.facetKey(name)
  const counts = new Map<string, number>()
  for (const { authors } of rows) {
    const people = JSON.parse(authors) as { readonly name: string; readonly role: string }[]
    const roles = new Set(people.filter(each => facetPages.facetKey(each.name) === key).map(({ role }) => role))
    for (const role of roles) counts.set(role, (counts.get(role) ?? 0) + 1)
  }
  return [...counts].map(([role, books]) => ({ role, books })).toSorted((a, b) => b.books - a.books)
}
