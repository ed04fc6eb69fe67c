import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import { t } from '../../messages'
import { ErrorNotice } from '../../ui/error-notice'
import form from '../../ui/form.module.css'
import { mergePreviewQuery, mergeSeries } from '../duplicates/merge.queries'
import { PassesOn } from '../duplicates/passes-on'
import { tr } from './messages'
import { RegroupForm } from './regroup-form'
import classes from './regrouping.module.css'

type Props = { readonly ids: readonly string[]; readonly onDone: () => void; readonly onClose: () => void }

/** Chooses which of the selected series the others are merged into; at first that with the most books. */
export default function MergeSelectedDialog({ ids, onDone, onClose }: Props) {
  const [picked, setPicked] = useState<string | null>(null)
  const found = useQuery({
    queryKey: [...queryKeys.series, 'merge', ids],
    queryFn: ({ signal }) =>
      Promise.all(ids.map(series_id => api.get('/api/v1/series/{series_id}', { params: { series_id }, signal }))),
  })
  const series = found.data ?? []
  const largest = series.toSorted((a, b) => b.bookCount - a.bookCount)[0]
  const target = series.find(({ id }) => id === picked) ?? largest
  const targetId = target?.id ?? ''
  const otherIds = ids.filter(id => id !== targetId)
  const preview = useQuery({
    ...mergePreviewQuery({ kind: 'series', targetId, otherIds }),
    enabled: target !== undefined,
    retry: false,
  })
  const problem = found.error ?? preview.error
  return (
    <RegroupForm
      title={tr('regroup.mergeMany', { count: ids.length })}
      submit={tr('regroup.merge')}
      done={tr('regroup.merged')}
      ready={preview.data !== undefined}
      act={async () => ({ regroupings: await mergeSeries(targetId, otherIds) })}
      onDone={onDone}
      onClose={onClose}
    >
      <fieldset className={classes.choices}>
        <legend>{tr('regroup.keep')}</legend>
        {series.map(({ id, title, bookCount }) => (
          <label key={id} className={classes.choice}>
            <input type="radio" name="target series" checked={id === targetId} onChange={() => setPicked(id)} />
            <span>
              {title} <small>{t('books.count', { count: bookCount })}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {problem && (
        <ErrorNotice error={problem} onRetry={() => void (found.error ? found.refetch() : preview.refetch())} />
      )}
      <div className={classes.preview} aria-live="polite">
        {target && preview.data && (
          <>
            <p>{tr('regroup.moves', { count: preview.data.books, title: target.title })}</p>
            <p className={form.hint}>{tr('regroup.keeps', { title: target.title })}</p>
          </>
        )}
        {preview.data && preview.data.passesOn.length > 0 && <PassesOn counts={preview.data.passesOn} />}
      </div>
    </RegroupForm>
  )
}
