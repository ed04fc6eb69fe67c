import '../../ui/fields.css'
import { Button, NativeSelect } from '@mantine/core'
import { WRITE_TARGETS, type WriteTarget } from '@octavo/contract/formats'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { WriteBackPreviewDto } from '../../api/types'
import { t } from '../../messages'
import { Callout } from '../../ui/callout'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { Toggle } from '../../ui/toggle'
import { BookDifference, SeriesDifference } from './book-difference'
import { tw } from './messages'
import classes from './write-back-dialog.module.css'
import { Writing } from './writing'

/** One book or series by name, or a selection. */
export type WriteBackSubject = {
  readonly name?: string
  readonly bookIds?: readonly string[]
  readonly seriesIds?: readonly string[]
}

type Props = { readonly subject: WriteBackSubject; readonly onClose: () => void }

export function WriteBackDialog({ subject, onClose }: Props) {
  const { name, bookIds = [], seriesIds = [] } = subject
  const [into, setInto] = useState<WriteTarget | null>(null)
  const [seriesFile, setSeriesFile] = useState(false)
  const body = { bookIds: [...bookIds], seriesIds: [...seriesIds], seriesFile, ...(into && { into }) }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.writeBack([...bookIds, ...seriesIds], into, seriesFile),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.post('/api/v1/books/metadata/write-back/preview', { body, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const start = useMutation({
    mutationFn: () => api.post('/api/v1/books/metadata/write-back', { body }),
  })
  const title =
    name === undefined
      ? tw('write.titleMany', { count: bookIds.length + seriesIds.length })
      : tw('write.title', { name })
  return (
    <Dialog large opened title={title} onClose={onClose}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {start.data ? (
        <Writing taskIds={start.data.taskIds} onClose={onClose} />
      ) : (
        data && (
          <Difference
            preview={data}
            into={into}
            onInto={setInto}
            seriesFile={seriesIds.length > 0 ? seriesFile : null}
            onSeriesFile={setSeriesFile}
            pending={start.isPending || isPlaceholderData}
            problem={start.error && errorSentence(start.error)}
            onStart={() => start.mutate()}
            onClose={onClose}
          />
        )
      )}
    </Dialog>
  )
}

type DifferenceProps = {
  readonly preview: WriteBackPreviewDto
  /** Null for the library's setting. */
  readonly into: WriteTarget | null
  readonly onInto: (into: WriteTarget | null) => void
  /** Whether the series.json is written too; null if no series is selected. */
  readonly seriesFile: boolean | null
  readonly onSeriesFile: (seriesFile: boolean) => void
  readonly pending: boolean
  readonly problem: string | null
  readonly onStart: () => void
  readonly onClose: () => void
}

function Difference(props: DifferenceProps) {
  const { preview, into, onInto, seriesFile, onSeriesFile, pending, problem, onStart, onClose } = props
  const { allowed, books, bookCount, series } = preview
  const more = bookCount - books.length
  const documents = [...books.flatMap(book => book.documents), ...series.flatMap(({ document }) => document ?? [])]
  const changes = more > 0 || documents.some(document => document.changes.length > 0)
  const isRefused = [...books, ...series].every(({ refusal }) => refusal !== null) && more === 0
  return (
    <div className={form.form}>
      {!allowed && (
        <Callout tone="calm" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={tw('write.off')}>
          {tw('write.offHint')}
        </Callout>
      )}
      <NativeSelect
        label={tw('write.where')}
        data={[
          { value: '', label: tw('write.where.library') },
          ...WRITE_TARGETS.map(value => ({ value, label: t(`libraries.writeBack.${value}`) })),
        ]}
        value={into ?? ''}
        onChange={event => {
          const chosen = event.currentTarget.value
          onInto(WRITE_TARGETS.find(each => each === chosen) ?? null)
        }}
      />
      {seriesFile !== null && (
        <Toggle
          label={tw('write.seriesFile')}
          hint={tw('write.seriesFileHint')}
          on={seriesFile}
          onChange={onSeriesFile}
        />
      )}
      {!changes && !isRefused && <p>{tw('write.nothing')}</p>}
      <div className={classes.books}>
        {series.map(one => (
          <SeriesDifference key={one.seriesId} series={one} />
        ))}
        {books.map(book => (
          <BookDifference key={book.bookId} book={book} />
        ))}
        {more > 0 && <p className={form.hint}>{tw('write.more', { count: more })}</p>}
      </div>
      {changes && <p className={form.hint}>{tw('write.safe')}</p>}
      <div className={form.buttons}>
        {problem && (
          <p role="alert" className={form.error}>
            {problem}
          </p>
        )}
        <Button variant="subtle" onClick={onClose}>
          {t(changes && allowed ? 'action.cancel' : 'action.close')}
        </Button>
        {changes && allowed && (
          <Button loading={pending} onClick={onStart}>
            {tw('write.start')}
          </Button>
        )}
      </div>
    </div>
  )
}
