import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ErrorGroupDto } from '../../api/types'
import { Pager } from '../../ui/pager'
import { ta } from '../admin/messages'
import { bookErrorsQuery, useRetryAll } from './book-errors.queries'
import { ErrorBook } from './error-book'
import classes from './error-group.module.css'

const wholePage = 25

type Props = {
  readonly group: ErrorGroupDto
  readonly libraryId: string | undefined
  readonly ignored: boolean
  /** All books of the type, page by page, instead of the first few. */
  readonly whole: boolean
  readonly onWhole: (whole: boolean) => void
}

/** The books with one type of error. */
export function ErrorGroup({ group, libraryId, ignored, whole, onWhole }: Props) {
  const { errorType, count } = group
  const [page, setPage] = useState(1)
  const all = useQuery({
    ...bookErrorsQuery({ libraryId, errorType, ignored, page, pageSize: wholePage }),
    enabled: whole,
  })
  const retry = useRetryAll()
  const found = whole ? all.data?.groups.find(one => one.errorType === errorType) : undefined
  const books = found?.books ?? group.books
  return (
    <section className={classes.group} aria-labelledby={`errors-${errorType}`}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id={`errors-${errorType}`}>
            {ta(`errors.type.${errorType}`)} <span className={classes.count}>{ta('errors.books', { count })}</span>
          </h2>
          <p>{ta(`errors.typeHint.${errorType}`)}</p>
        </div>
        {!ignored && (
          <Button
            variant="light"
            leftSection={<IconRefresh size={18} stroke={1.7} aria-hidden />}
            aria-label={ta('errors.retryType', { type: ta(`errors.type.${errorType}`) })}
            loading={retry.isPending}
            onClick={() => retry.mutate({ errorType, libraryId })}
          >
            {ta('errors.retryGroup')}
          </Button>
        )}
      </div>
      <ul className={classes.list}>
        {books.map(({ book, errors }) => {
          const mine = errors.filter(error => error.errorType === errorType && error.ignored === ignored)
          const [first] = mine
          return first && <ErrorBook key={`${book.id} ${first.occurredAt}`} book={book} errors={mine} />
        })}
        {!whole && count > books.length && (
          <li>
            <button type="button" className={classes.more} onClick={() => onWhole(true)}>
              {ta('errors.showAll', { count })}
            </button>
          </li>
        )}
      </ul>
      {whole && <Pager page={page} pages={Math.ceil(count / wholePage)} onPage={setPage} />}
    </section>
  )
}
