import { bookTitle } from '../books/book-title'
import '../../ui/fields.css'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { SeriesDto } from '../../api/types'
import form from '../../ui/form.module.css'
import { tr } from './messages'
import { Preview, usePreview } from './preview'
import { RegroupForm } from './regroup-form'
import classes from './regrouping.module.css'

type Props = { readonly series: SeriesDto; readonly onClose: () => void }

const SHOWN = 500

/** Chooses the books for a new series. */
export default function SplitSeriesDialog({ series, onClose }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [title, setTitle] = useState('')
  const { data } = useQuery({
    queryKey: [...queryKeys.books, 'split', series.id],
    queryFn: ({ signal }) =>
      api.get('/api/v1/books', { query: { seriesId: series.id, pageSize: SHOWN, sort: 'number,asc' }, signal }),
  })
  const books = data?.data ?? []
  const name = title.trim()
  const isReady = chosen.size > 0 && name !== ''
  // The title does not affect the preview.
  const body = { bookIds: [...chosen], title: name || '?' }
  const params = { series_id: series.id }
  const preview = usePreview(
    ['split', series.id, body.bookIds],
    chosen.size === 0 ? null : () => api.post('/api/v1/series/{series_id}/split/preview', { params, body }),
  )
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <RegroupForm
      title={tr('regroup.splitTitle', { title: series.title })}
      submit={tr('regroup.split')}
      done={tr('regroup.splitDone')}
      ready={isReady && preview.data !== undefined}
      act={() => api.post('/api/v1/series/{series_id}/split', { params, body })}
      onDone={onClose}
      onClose={onClose}
    >
      <TextInput
        label={tr('regroup.newTitle')}
        required
        maxLength={500}
        autoComplete="off"
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <fieldset className={classes.choices}>
        <legend>{tr('regroup.books')}</legend>
        {books.map(book => (
          <label key={book.id} className={classes.choice}>
            <input
              type="checkbox"
              checked={chosen.has(book.id)}
              onChange={event => choose(book.id, event.currentTarget.checked)}
            />
            <span>{bookTitle(book)}</span>
          </label>
        ))}
      </fieldset>
      {(data?.total ?? 0) > SHOWN && <p className={form.hint}>{tr('regroup.firstBooks', { count: SHOWN })}</p>}
      <Preview preview={preview} target={name} />
    </RegroupForm>
  )
}
