import type { SearchKind, SearchResultDto } from '../../api/types'
import { BookCard } from '../books'
import { SeriesCard } from '../series'
import { Marked } from './marked'
import { MarkedTitle } from './marked-title'
import { ts } from './messages'
import classes from './search-page.module.css'
import { SectionHead } from './section-head'

const eagerCards = 8

type Props = { readonly onAll: (kind: SearchKind) => void } & (
  | { readonly kind: 'series'; readonly found: SearchResultDto['series'] }
  | { readonly kind: 'books'; readonly found: SearchResultDto['books'] }
)

/** Covers of matching series or books. */
export function CardSection({ kind, found, onAll }: Props) {
  if (!found || found.hits.length === 0) return null
  const id = `search-${kind}`
  return (
    <section aria-labelledby={id}>
      <SectionHead
        id={id}
        title={ts(`search.kind.${kind}`)}
        shown={found.hits.length}
        total={found.total}
        isExact={found.totalIsExact}
        onAll={() => onAll(kind)}
      />
      <ul className={classes.cards}>
        {found.hits.map((hit, at) => (
          <li key={'series' in hit ? hit.series.id : hit.book.id}>
            {'series' in hit ? (
              <SeriesCard
                series={hit.series}
                place="search"
                eager={at < eagerCards}
                title={<Marked text={hit.series.title} ranges={hit.ranges} />}
              />
            ) : (
              <BookCard
                book={hit.book}
                place="search"
                eager={at < eagerCards}
                title={<MarkedTitle book={hit.book} ranges={hit.ranges} />}
              />
            )}
            {hit.also && (
              <p className={classes.also} title={hit.also.text}>
                <Marked text={hit.also.text} ranges={hit.also.ranges} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
