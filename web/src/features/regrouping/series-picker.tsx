import '../../ui/fields.css'
import { TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { tr } from './messages'
import classes from './regrouping.module.css'

type Props = {
  readonly libraryId: string
  readonly exceptId: string | null
  readonly picked: SeriesDto | null
  readonly onPick: (series: SeriesDto) => void
}

const OFFERED = 8

/** Finds a series of a library by title. */
export function SeriesPicker({ libraryId, exceptId, picked, onPick }: Props) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // It may come later than its dialog, whose close button has the focus by then.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const search = useDeferredValue(text.trim())
  const body = {
    condition: { libraryId: { operator: 'is', value: libraryId } },
    ...(search !== '' && { fullTextSearch: search }),
  }
  const { data } = useQuery({
    queryKey: [...queryKeys.series, 'picker', body],
    queryFn: ({ signal }) => api.post('/api/v1/series/list', { query: { pageSize: OFFERED + 1 }, body, signal }),
    placeholderData: keepPreviousData,
  })
  const offered = (data?.data ?? []).filter(({ id }) => id !== exceptId).slice(0, OFFERED)
  return (
    <>
      <TextInput
        ref={field}
        type="search"
        label={tr('regroup.search')}
        autoComplete="off"
        value={text}
        data-autofocus
        onChange={event => setText(event.currentTarget.value)}
      />
      <fieldset className={classes.choices}>
        <legend>{tr('regroup.target')}</legend>
        {offered.map(series => (
          <label key={series.id} className={classes.choice}>
            <input
              type="radio"
              name="target series"
              checked={picked?.id === series.id}
              onChange={() => onPick(series)}
            />
            <span>
              {series.title} <small>{t('books.count', { count: series.bookCount })}</small>
            </span>
          </label>
        ))}
        {data && offered.length === 0 && <p>{tr('regroup.noSeries')}</p>}
      </fieldset>
    </>
  )
}
