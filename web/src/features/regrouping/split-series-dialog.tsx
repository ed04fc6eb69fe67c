import { bookTitle } from '../books/book-title'
import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
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
  const hasAll = books.length > 0 && chosen.size === data?.total
  const isReady = chosen.size > 0 && !hasAll && name !== ''
  // The title does not affect the preview.
  const body = { bookIds: [...chosen], title: name || '?' }
  const params = { series_id: series.id }
  const preview = usePreview(
    ['split', series.id, body.bookIds],
    chosen.size === 0 || hasAll ? null : () => api.post('/api/v1/series/{series_id}/split/preview', { params, body }),
  )
  const last = useRef<number>(null)
  const choose = (index: number, event: ChangeEvent<HTMLInputElement>) => {
    const on = event.currentTarget.checked
    const hasShift = (event.nativeEvent as Partial<MouseEvent>).shiftKey === true
    const from = hasShift ? (last.current ?? index) : index
    last.current = index
    const next = new Set(chosen)
    for (const { id } of books.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setChosen(next)
  }
  const isFull = books.length > 0 && chosen.size === books.length
  return (
    <RegroupForm
      title={tr('regroup.splitTitle', { title: series.title })}
      submit={tr('regroup.split')}
      done={tr('regroup.splitDone')}
      ready={isReady && preview.data !== undefined && !preview.isPlaceholderData}
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
      <fieldset className={classes.frame}>
        <legend>{tr('regroup.books')}</legend>
        <div className={classes.summary}>
          <span aria-live="polite">{tr('regroup.chosen', { count: chosen.size, total: books.length })}</span>
          <Button
            variant="default"
            size="compact-md"
            onClick={() => setChosen(new Set(isFull ? [] : books.map(({ id }) => id)))}
          >
            {tr(isFull ? 'regroup.none' : 'regroup.all')}
          </Button>
        </div>
        <div className={classes.choices}>
          {books.map((book, index) => (
            <label key={book.id} className={classes.choice}>
              <input type="checkbox" checked={chosen.has(book.id)} onChange={event => choose(index, event)} />
              <span>{bookTitle(book)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {(data?.total ?? 0) > SHOWN && <p className={form.hint}>{tr('regroup.firstBooks', { count: SHOWN })}</p>}
      {hasAll ? (
        <p role="alert" className={form.error}>
          {tr('regroup.leaveOne')}
        </p>
      ) : (
        <Preview preview={preview} target={name} />
      )}
    </RegroupForm>
  )
}
