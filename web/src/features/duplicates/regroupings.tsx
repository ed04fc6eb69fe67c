import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { RegroupingDto } from '../../api/types'
import { formatRelativeTime, t } from '../../messages'
import { dotted } from '../../ui/detail'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import classes from './duplicates-page.module.css'
import { undo } from './merge.queries'

/** Recent merges, splits and moves, each with its undo. */
export function Regroupings() {
  const may = useMay('series-write')
  const { data } = useQuery({
    queryKey: queryKeys.regroupings,
    queryFn: ({ signal }) => api.get('/api/v1/regroupings', { signal }),
    enabled: may,
  })
  const regroupings = data?.regroupings ?? []
  if (regroupings.length === 0) return null
  return (
    <section aria-label={ta('regroupings.title')}>
      <h2 className={classes.title}>{ta('regroupings.title')}</h2>
      <ul className={classes.regroupings}>
        {regroupings.map(regrouping => (
          <Regrouping key={regrouping.id} regrouping={regrouping} />
        ))}
      </ul>
    </section>
  )
}

function Regrouping({ regrouping }: { readonly regrouping: RegroupingDto }) {
  const { id, action, into, from, books, state, userName, at, undoneAt } = regrouping
  const back = useMutation({ mutationFn: () => undo([id]) })
  const name = into?.title ?? ''
  return (
    <li data-undone={undoneAt !== null}>
      <div>
        <p className={classes.name}>
          {ta(`regroupings.${action}`, { from: from.join(', ') || '…' })}{' '}
          {into &&
            (action === 'merge_books' ? (
              <Link to="/books/$bookId" params={{ bookId: into.id }}>
                {name}
              </Link>
            ) : (
              <Link to="/series/$seriesId" params={{ seriesId: into.id }}>
                {name}
              </Link>
            ))}
        </p>
        <p className={classes.hint}>
          {dotted([
            t('books.count', { count: books }),
            userName,
            formatRelativeTime(at),
            undoneAt !== null && ta('regroupings.undone'),
            state !== 'done' && ta('regroupings.running'),
          ])}
        </p>
      </div>
      {undoneAt === null && state === 'done' && (
        <Button
          variant="default"
          size="sm"
          className={classes.undo}
          loading={back.isPending}
          aria-label={ta('regroupings.undoNamed', { title: name })}
          onClick={() => back.mutate()}
        >
          {t('action.undo')}
        </Button>
      )}
    </li>
  )
}
