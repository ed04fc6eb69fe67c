import type { FileSourcesDto } from '@octavo/contract/file-sources'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { fieldLabel } from '../../messages/field-label'
import { problemSentence } from '../../messages/file-problems/file-problem'
import { ErrorNotice } from '../../ui/error-notice'
import { LongText } from '../../ui/long-text'
import { TechnicalDetail } from '../../ui/technical-detail'
import classes from './editing.module.css'
import { te } from './messages'
import { valueText } from './value-text'

type Said = FileSourcesDto['fields'][number]

/**
 * Current values of each file of a book, the one that is used, and why. The files are read when the panel is opened.
 */
export function SourcesPanel({ id }: { readonly id: string }) {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['metadata-sources', id],
    queryFn: ({ signal }) => api.get('/api/v1/books/{book_id}/metadata/sources', { params: { book_id: id }, signal }),
    enabled: open,
    gcTime: 0,
  })
  return (
    <details className={classes.history} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{te('sources.heading')}</summary>
      {open && !data && !error && <p className={classes.small}>{te('sources.reading')}</p>}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data?.problems.map(problem => (
        <div key={problem.message}>
          <p className={classes.error}>{problemSentence(problem)}</p>
          <TechnicalDetail>{problem.message}</TechnicalDetail>
        </div>
      ))}
      {data?.fields.length === 0 && <p className={classes.small}>{te('sources.none')}</p>}
      <ul>
        {data?.fields.map(said => (
          <Field key={said.field} said={said} />
        ))}
      </ul>
    </details>
  )
}

function Field({ said: { field, said, used, reason } }: { readonly said: Said }) {
  return (
    <li>
      <div className={classes.edit}>
        <span>{labelOf(field)}</span>
        <span className={classes.small}>{te(`sources.reason.${reason}`)}</span>
      </div>
      {said.map(({ source, value }) => (
        <div key={source} className={classes.small}>
          <LongText
            lines={3}
            text={te(source === used ? 'sources.used' : 'sources.said', {
              source: te(`source.${source}`),
              value: valueText(field, value),
            })}
          />
        </div>
      ))}
    </li>
  )
}

/** Names of file-only values. */
function labelOf(field: string): string {
  const key = `sources.field.${field}`
  const text = te(key as 'sources.field.series')
  return text === key ? fieldLabel(field, 'edit') : text
}
