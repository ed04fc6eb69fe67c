import type { Reader, Tx } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'

/** Maximum number of listed regroupings. */
const MOST_LISTED = 100

type From = Pick<Reader | Tx, 'query'> & { readonly query: Pick<Reader['query'], 'selectFrom'> }

/** A regrouping, if all of its subjects are visible to the viewer. */
export type ShownRegrouping = Awaited<ReturnType<typeof regroupingsOf>>[number]

/** All, latest first, or one. */
export function regroupingsOf({ query }: From, viewer: Viewer, id?: string) {
  return query
    .selectFrom('regroupings')
    .innerJoin('libraries', 'libraries.pk', 'regroupings.library_pk')
    .leftJoin('books', 'books.pk', 'regroupings.book_pk')
    .innerJoin('series', join =>
      join.on(eb => eb('series.pk', '=', eb.fn.coalesce('regroupings.series_pk', 'books.series_pk'))),
    )
    .leftJoin('books as other_book', 'other_book.pk', 'regroupings.from_book_pk')
    .leftJoin('series as other', join =>
      join.on(eb => eb('other.pk', '=', eb.fn.coalesce('regroupings.from_series_pk', 'other_book.series_pk'))),
    )
    .select(['regroupings.pk', 'regroupings.id', 'regroupings.action', 'regroupings.details', 'regroupings.books'])
    .select(['regroupings.state', 'regroupings.user_name', 'regroupings.at', 'regroupings.undone_at'])
    .select(['libraries.id as library_id', 'series.id as series_id', 'series.title as series_title'])
    .select([
      'books.id as book_id',
      'books.title as book_title',
      'regroupings.from_series_pk',
      'regroupings.from_book_pk',
    ])
    .select(['series.library_pk', 'series.sharing_set_pk', 'series.pk as series_pk', 'regroupings.book_pk'])
    .select(['other.library_pk as other_library_pk', 'other.sharing_set_pk as other_sharing_set_pk'])
    .select(['other.pk as other_pk', 'other_book.merged_into_pk'])
    .where(visible(viewer, 'series.library_pk'))
    .where(eb =>
      eb.or([
        eb('other.pk', 'is', null),
        eb.exists(
          eb
            .selectFrom('series')
            .select('series.pk')
            .whereRef('series.pk', '=', 'other.pk')
            .where(visible(viewer, 'series.library_pk')),
        ),
      ]),
    )
    .$if(id !== undefined, some => some.where('regroupings.id', '=', (id ?? '').toLowerCase()))
    .orderBy('regroupings.pk', 'desc')
    .limit(MOST_LISTED)
    .execute()
}
