import '../../ui/fields.css'
import { Button, NativeSelect } from '@mantine/core'
import { IconDownload, IconFileExport, IconTrash } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { belowBase } from '../../api/base-path'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import type { SeriesExportDto } from '../../api/types'
import { formatDate, formatPercent, formatRelativeTime, formatSize, t } from '../../messages'
import { dotted } from '../../ui/detail'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { IconButton } from '../../ui/icon-button'
import rows from '../../ui/rows.module.css'
import { toast } from '../../ui/toast'
import classes from './export-dialog.module.css'
import { exportFieldLabel } from './export-field-label'
import { tx } from './messages'

export interface ExportedList {
  readonly libraryIds: readonly string[]
  readonly condition: Record<string, unknown> | null
  readonly text: string
}

const queryKey = ['series-exports'] as const
const LOOK_MS = 1_500
const isWorking = ({ status }: SeriesExportDto) => status === 'pending' || status === 'running'
const exportsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => api.get('/api/v1/user/exports/series', { signal }),
  refetchInterval: ({ state }) => (state.data?.exports.some(isWorking) ? LOOK_MS : false),
})
const fieldsQuery = queryOptions({
  queryKey: [...queryKey, 'fields'] as const,
  queryFn: ({ signal }) => api.get('/api/v1/user/exports/series/fields', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
const freshen = () => queryClient.invalidateQueries({ queryKey })
const tell = (error: unknown) => toast({ message: errorSentence(error), tone: 'bad' })

/** Exports the series of a list to a file. */
export default function ExportDialog({ list, onClose }: { readonly list: ExportedList; readonly onClose: () => void }) {
  const { data: made } = useQuery(exportsQuery)
  const { data: catalog } = useQuery(fieldsQuery)
  const [format, setFormat] = useState('csv')
  const [type, setType] = useState('series')
  const [which, setWhich] = useState('all')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const ofBooks = type === 'books'
  const known = (ofBooks ? catalog?.bookFields : catalog?.fields) ?? []
  const few = ofBooks ? catalog?.presets.llmSelectBooks : catalog?.presets.llmSelect
  const named = known.filter(({ isAnchor }) => !isAnchor)
  const all = named.map(({ key }) => key)
  const fields = which === 'all' ? all : which === 'few' ? (few ?? []) : chosen.filter(key => all.includes(key))
  const start = useMutation({
    mutationFn: () => {
      const { libraryIds, condition, text } = list
      const bookFields = type === 'both' ? (catalog?.bookFields ?? []).map(({ key }) => key) : [...fields]
      return api.post('/api/v1/user/exports/series', {
        body: {
          ...{ format, exportType: type, libraryIds: [...libraryIds], condition, fullTextSearch: text || null },
          ...{ fields: ofBooks ? [] : [...fields], ...(type !== 'series' && { bookFields }) },
        },
      })
    },
    onSettled: freshen,
    onError: tell,
  })
  return (
    <Dialog opened large title={t('lists.export')} onClose={onClose}>
      <div className={form.form}>
        <p className={form.hint}>{tx('export.hint')}</p>
        <NativeSelect
          label={tx('export.format')}
          value={format}
          onChange={event => {
            setFormat(event.currentTarget.value)
            if (event.currentTarget.value === 'csv' && type === 'both') setType('series')
          }}
          data={[
            { value: 'csv', label: 'CSV' },
            { value: 'json', label: 'JSON' },
            { value: 'md', label: 'Markdown' },
          ]}
        />
        <NativeSelect
          label={tx('export.of')}
          value={type}
          onChange={event => setType(event.currentTarget.value)}
          data={[
            { value: 'series', label: t('libraries.showSeries') },
            { value: 'books', label: t('libraries.showBooks') },
            ...(format === 'csv' ? [] : [{ value: 'both', label: tx('export.both') }]),
          ]}
        />
        <NativeSelect
          label={tx('export.fields')}
          value={which}
          onChange={event => setWhich(event.currentTarget.value)}
          data={[
            { value: 'all', label: tx('export.all') },
            { value: 'few', label: tx('export.few') },
            { value: 'choose', label: tx('export.choose') },
          ]}
        />
        {which === 'choose' && (
          <fieldset className={classes.fields} aria-label={tx('export.choose')}>
            {named.map(({ key, field, label }) => (
              <label key={key} className={classes.field}>
                <input
                  type="checkbox"
                  checked={chosen.includes(key)}
                  onChange={({ currentTarget: { checked } }) =>
                    setChosen(checked ? [...chosen, key] : chosen.filter(each => each !== key))
                  }
                />
                {exportFieldLabel({ key, field, label })}
              </label>
            ))}
          </fieldset>
        )}
        <div className={form.buttons}>
          <Button loading={start.isPending} disabled={fields.length === 0} onClick={() => start.mutate()}>
            {tx('export.create')}
          </Button>
        </div>
        {made && made.exports.length > 0 && (
          <ul className={rows.list} aria-label={tx('export.list')}>
            {made.exports.map(each => (
              <ExportRow key={each.id} made={each} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

const FORMATS: Readonly<Record<string, string>> = { csv: 'CSV', json: 'JSON', md: 'Markdown' }

function ExportRow({ made }: { readonly made: SeriesExportDto }) {
  const remove = useMutation({
    mutationFn: () => api.delete('/api/v1/user/exports/series/{id}', { params: { id: made.id } }),
    onSettled: freshen,
    onError: tell,
  })
  const format = FORMATS[made.format] ?? made.format
  const when = formatDate(made.createdAt)
  return (
    <li className={rows.row}>
      <IconFileExport size={22} stroke={1.6} aria-hidden />
      <div className={rows.words}>
        <strong>{dotted([format, when])}</strong>
        <span>{stateOf(made)}</span>
      </div>
      {made.status === 'completed' && (
        <IconButton
          label={tx('export.download', { format, when })}
          href={belowBase(`/api/v1/user/exports/series/${made.id}/download`)}
          download
        >
          <IconDownload size={20} stroke={1.6} />
        </IconButton>
      )}
      <IconButton
        danger
        label={tx('export.delete', { format, when })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <IconTrash size={20} stroke={1.6} />
      </IconButton>
    </li>
  )
}

function stateOf(made: SeriesExportDto): string {
  const { status, error, progress, rowCount, fileSizeBytes, expiresAt } = made
  if (status === 'running' && progress) {
    return tx('export.working', { percent: formatPercent(progress.current / Math.max(1, progress.total)) })
  }
  if (isWorking(made)) return tx('export.waiting')
  if (status !== 'completed') return dotted([tx('export.failed'), error ?? null])
  return dotted([
    rowCount == null ? null : tx('export.rows', { count: rowCount }),
    fileSizeBytes == null ? null : formatSize(fileSizeBytes),
    tx('export.expires', { when: formatRelativeTime(expiresAt) }),
  ])
}
