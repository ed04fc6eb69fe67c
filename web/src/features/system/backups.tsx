import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArchive, IconDownload, IconLock, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, addressOf, api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { BackupDto, ListBackupsResponse } from '../../api/types'
import { formatSize } from '../../messages'
import { Callout } from '../../ui/callout'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { TechnicalDetail } from '../../ui/technical-detail'
import { toast } from '../../ui/toast'
import { formatMoment, formatNear } from '../admin/format'
import { ta } from '../admin/messages'
import { complain, freshenTasks } from '../tasks/tasks.queries'
import classes from './system-page.module.css'

/** The backups of this server, and a button to make one. */
export function Backups({ stored }: { readonly stored: ListBackupsResponse }) {
  const create = useMutation({
    mutationFn: () => api.post('/api/v1/admin/backups'),
    onSuccess: () => toast({ message: ta('backups.queued') }),
    onError: complain,
    onSettled: freshenTasks,
  })
  const { backups, problem } = stored
  const last = backups.find(one => one.ofThisServer && one.problem === null)
  const facts = [
    ta('backups.folder', { folder: stored.folder }),
    stored.keep === 0 ? ta('backups.allKept') : ta('backups.kept', { count: stored.keep }),
    ta(stored.encrypts ? 'backups.encrypted' : 'backups.notEncrypted'),
  ]
  return (
    <section aria-labelledby="system-backups">
      <div className={classes.head}>
        <div>
          <h2 id="system-backups" className={classes.title}>
            {ta('backups.title')}
          </h2>
          <p className={classes.line}>
            {last?.createdAt ? ta('backups.last', { when: formatNear(last.createdAt) }) : ta('backups.none')}
          </p>
        </div>
        <div className={classes.actions}>
          <Button
            variant="default"
            renderRoot={props => <Link to="/settings/schedules" search={{ job: 'backup' }} {...props} />}
          >
            {ta('backups.schedule')}
          </Button>
          <Button onClick={() => create.mutate()} loading={create.isPending}>
            {ta('backups.create')}
          </Button>
        </div>
      </div>
      {problem && (
        <Callout
          tone="bad"
          icon={<IconAlertTriangle size={20} stroke={1.6} />}
          title={sentenceOf(stored.reason, stored.folder)}
          detail={problem}
        />
      )}
      {backups.length > 0 && (
        <ul className={classes.list}>
          {backups.map(backup => (
            <Backup key={backup.name} backup={backup} />
          ))}
        </ul>
      )}
      <p className={classes.note}>{dotted(facts)}</p>
    </section>
  )
}

const sentenceOf = (reason: BackupDto['reason'], where: string) =>
  errorSentence(new ApiError(422, '', '', { reason, where }))

function Backup({ backup }: { readonly backup: BackupDto }) {
  const { name, createdAt, bytes, octavo, database, encrypted, ofThisServer, problem } = backup
  const client = useQueryClient()
  const [deleting, setDeleting] = useState(false)
  const when = createdAt ? formatMoment(createdAt) : name
  const params = { backup_name: name }
  const verify = useMutation({
    mutationFn: () => api.post('/api/v1/admin/backups/{backup_name}/verify', { params }),
    onSuccess: () => toast({ message: ta('backups.verifyQueued') }),
    onError: complain,
    onSettled: freshenTasks,
  })
  const remove = useMutation({
    mutationFn: () => api.delete('/api/v1/admin/backups/{backup_name}', { params }),
    onSuccess: () => {
      setDeleting(false)
      toast({ message: ta('backups.deleted') })
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.backups }),
  })
  return (
    <li className={classes.check} data-status={problem ? 'failed' : 'ok'}>
      <span className={classes.icon} aria-hidden>
        {encrypted ? <IconLock size={20} stroke={1.6} /> : <IconArchive size={20} stroke={1.6} />}
      </span>
      <div>
        <strong>{when}</strong>
        <p>
          {problem
            ? sentenceOf(backup.reason, name)
            : dotted([name, encrypted && ta('backups.encrypted'), !ofThisServer && ta('backups.other')])}
        </p>
        {problem && <TechnicalDetail>{problem}</TechnicalDetail>}
      </div>
      <div className={classes.side}>
        <div className={classes.quiet}>
          <p>{formatSize(bytes)}</p>
          <p>{dotted([octavo, database && ta(`backups.database.${database}`)])}</p>
        </div>
        {problem === null && (
          <IconButton
            label={ta('backups.downloadOf', { when })}
            href={addressOf('/api/v1/admin/backups/{backup_name}/download', { params })}
            download
          >
            <IconDownload size={20} stroke={1.6} />
          </IconButton>
        )}
        <IconButton
          label={ta('backups.verifyOf', { when })}
          onClick={() => verify.mutate()}
          disabled={verify.isPending}
        >
          <IconShieldCheck size={20} stroke={1.6} />
        </IconButton>
        <IconButton label={ta('backups.deleteOf', { when })} onClick={() => setDeleting(true)} danger>
          <IconTrash size={20} stroke={1.6} />
        </IconButton>
      </div>
      <ConfirmDialog
        title={ta('backups.deleteTitle')}
        confirmLabel={ta('backups.delete')}
        opened={deleting}
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setDeleting(false)}
      >
        {ta('backups.deleteText', { when })}
      </ConfirmDialog>
    </li>
  )
}
