import { Button, FileButton } from '@mantine/core'
import { IconDownload, IconFileImport, IconFileZip, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { belowBase } from '../../api/base-path'
import { api } from '../../api/client'
import type { DataExportDto, DataImportDto } from '../../api/types'
import { formatDate, formatPercent, formatRelativeTime, formatSize } from '../../messages'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import rows from '../../ui/rows.module.css'
import { toast } from '../../ui/toast'
import { dataExportsQuery, dataImportsQuery, freshenOwnData, isWorking, sendArchive } from './data-transfer.queries'
import { ImportReport } from './import-report'
import { td } from './messages'
import classes from './own-data.module.css'

const tell = (error: unknown) => toast({ message: errorSentence(error), tone: 'bad' })

/** Export and import of a user's own data. */
export default function OwnData() {
  const { data: made } = useQuery(dataExportsQuery)
  const { data: brought } = useQuery(dataImportsQuery)
  const start = useMutation({
    mutationFn: () => api.post('/api/v1/user/data/exports'),
    onSettled: freshenOwnData,
    onError: tell,
  })
  const send = useMutation({ mutationFn: sendArchive, onSettled: freshenOwnData, onError: tell })
  return (
    <div className={classes.data}>
      <div className={classes.buttons}>
        <Button
          leftSection={<IconFileZip size={18} stroke={1.7} />}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {td('data.export')}
        </Button>
        <FileButton accept=".zip,application/zip" onChange={file => file && send.mutate(file)}>
          {props => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileImport size={18} stroke={1.7} />}
              loading={send.isPending}
            >
              {td('data.choose')}
            </Button>
          )}
        </FileButton>
      </div>
      {made && made.exports.length > 0 && (
        <ul className={rows.list} aria-label={td('data.exports')}>
          {made.exports.map(each => (
            <ExportRow key={each.id} made={each} />
          ))}
        </ul>
      )}
      {brought && brought.imports.length > 0 && (
        <ul className={rows.list} aria-label={td('data.imports')}>
          {brought.imports.map((each, at) => (
            <ImportRow key={each.id} brought={each} isOpen={at === 0} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ExportRow({ made }: { readonly made: DataExportDto }) {
  const remove = useMutation({
    mutationFn: () => api.delete('/api/v1/user/data/exports/{data_export_id}', { params: { data_export_id: made.id } }),
    onSettled: freshenOwnData,
    onError: tell,
  })
  const when = formatDate(made.createdAt)
  return (
    <li className={rows.row}>
      <IconFileZip size={22} stroke={1.6} aria-hidden />
      <div className={rows.words}>
        <strong>{when}</strong>
        <span>{stateOf(made)}</span>
      </div>
      {made.status === 'completed' && (
        <IconButton
          label={td('data.download', { when })}
          href={belowBase(`/api/v1/user/data/exports/${made.id}/download`)}
          download
        >
          <IconDownload size={20} stroke={1.6} />
        </IconButton>
      )}
      <IconButton
        danger
        label={td('data.delete', { when })}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <IconTrash size={20} stroke={1.6} />
      </IconButton>
    </li>
  )
}

function ImportRow({ brought, isOpen }: { readonly brought: DataImportDto; readonly isOpen: boolean }) {
  const params = { data_import_id: brought.id }
  const apply = useMutation({
    mutationFn: () => api.post('/api/v1/user/data/imports/{data_import_id}/apply', { params }),
    onSettled: freshenOwnData,
    onError: tell,
  })
  const remove = useMutation({
    mutationFn: () => api.delete('/api/v1/user/data/imports/{data_import_id}', { params }),
    onSettled: freshenOwnData,
    onError: tell,
  })
  const when = formatDate(brought.createdAt)
  return (
    <li>
      <div className={rows.row}>
        <IconFileImport size={22} stroke={1.6} aria-hidden />
        <div className={rows.words}>
          <strong>{td('data.import', { when })}</strong>
          <span>{stateOf(brought)}</span>
        </div>
        <IconButton
          danger
          label={td('data.deleteImport', { when })}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <IconTrash size={20} stroke={1.6} />
        </IconButton>
      </div>
      {isOpen && brought.report && !isWorking(brought) && (
        <ImportReport
          report={brought.report}
          isDone={brought.status === 'completed'}
          pending={apply.isPending}
          onApply={() => apply.mutate()}
        />
      )}
    </li>
  )
}

type Work = Pick<DataExportDto, 'status' | 'error' | 'progress' | 'fileSizeBytes' | 'expiresAt'>

function stateOf({ status, error, progress, fileSizeBytes, expiresAt }: Work): string {
  if (status === 'failed') return dotted([td('data.failed'), error])
  if (status === 'cancelled') return td('data.cancelled')
  if (status === 'pending') return td('data.waiting')
  if (isWorking({ status })) {
    if (!progress || progress.total === 0) return td('data.working')
    return td('data.workingOn', { percent: formatPercent(progress.current / progress.total) })
  }
  return dotted([
    fileSizeBytes == null ? null : formatSize(fileSizeBytes),
    td('data.expires', { when: formatRelativeTime(expiresAt) }),
  ])
}
