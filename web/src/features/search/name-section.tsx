import { Link } from '@tanstack/react-router'
import type { SearchResultDto } from '../../api/types'
import { type NameKind, seriesCount } from './hit-items'
import { Marked } from './marked'
import { ts } from './messages'
import classes from './search-page.module.css'
import { SectionHead } from './section-head'

type Props = {
  readonly kind: NameKind
  readonly found: SearchResultDto[NameKind]
  readonly onAll: () => void
}

/** Matching people, genres or tags; each links to its page. */
export function NameSection({ kind, found, onAll }: Props) {
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
        onAll={onAll}
      />
      <ul className={classes.names}>
        {found.hits.map(hit => (
          <li key={hit.id}>
            <Link to="/browse/$place/$nameId" params={{ place: kind, nameId: hit.id }} className={classes.chip}>
              <span>
                <Marked text={hit.name} ranges={hit.ranges} />
              </span>
              <span className={classes.chipLine}>{seriesCount(hit)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
