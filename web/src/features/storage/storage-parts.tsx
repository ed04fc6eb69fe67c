import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client'
import type { StorageUseDto } from '../../api/types'
import { formatSize } from '../../messages'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { toast } from '../../ui/toast'
import { complain, freshenTasks } from '../tasks/tasks.queries'
import { ts } from './messages'
import classes from './storage-page.module.css'

type Props = {
  readonly parts: readonly StorageUseDto[]
  readonly onCleared: () => void
}

/** Each part with what limits it and, where there is something to do about it, a button. */
export function StorageParts({ parts, onCleared }: Props) {
  const [clearing, setClearing] = useState(false)
  const clear = useMutation({
    mutationFn: () => api.delete('/api/v1/admin/pdf-cache/pages'),
    onSuccess: ({ bytesReclaimed }) => {
      setClearing(false)
      onCleared()
      toast({ message: ts('storage.freed', { size: formatSize(bytesReclaimed) }) })
    },
  })
  const cleanUp = useMutation({
    mutationFn: () => api.post('/api/v1/admin/cleanup-orphans'),
    onSuccess: () => toast({ message: ts('storage.cleanUpQueued') }),
    onError: complain,
    onSettled: freshenTasks,
  })
  const largest = Math.max(1, ...parts.map(({ bytes }) => bytes))
  const cleaning = (
    <Button variant="default" size="compact-md" onClick={() => cleanUp.mutate()} loading={cleanUp.isPending}>
      {ts('storage.cleanUp')}
    </Button>
  )
  const actions: Partial<Record<StorageUseDto['part'], React.ReactNode>> = {
    thumbnails: cleaning,
    pages: (
      <Button variant="default" size="compact-md" onClick={() => setClearing(true)}>
        {ts('storage.clear')}
      </Button>
    ),
    backups: (
      <Button variant="default" size="compact-md" component={Link} to="/settings/system">
        {ts('storage.show')}
      </Button>
    ),
  }
  return (
    <section aria-labelledby="storage-parts">
      <h2 id="storage-parts" className={classes.title}>
        {ts('storage.parts')}
      </h2>
      <ul className={classes.list}>
        {parts
          .toSorted((a, b) => b.bytes - a.bytes)
          .map(use => (
            <li key={use.part} className={classes.part}>
              <div>
                <strong>{ts(`storage.part.${use.part}`)}</strong>
                <p>{ruleOf(use)}</p>
              </div>
              <div className={classes.size}>
                <strong>{formatSize(use.bytes)}</strong>
                {use.files > 0 && <p>{ts('storage.files', { count: use.files })}</p>}
              </div>
              <div className={classes.action}>{actions[use.part]}</div>
              <span className={classes.track} aria-hidden>
                <span style={{ width: `${(use.bytes / largest) * 100}%` }} />
              </span>
            </li>
          ))}
      </ul>
      <ConfirmDialog
        title={ts('storage.clearTitle')}
        confirmLabel={ts('storage.clear')}
        opened={clearing}
        pending={clear.isPending}
        error={clear.error}
        onConfirm={() => clear.mutate()}
        onClose={() => setClearing(false)}
      >
        {ts('storage.clearText')}
      </ConfirmDialog>
    </section>
  )
}

function ruleOf({ part, limitBytes }: StorageUseDto): string {
  if (part !== 'pages') return ts(`storage.rule.${part}`)
  const hasLimit = typeof limitBytes === 'number'
  return hasLimit ? ts('storage.rule.pages', { limit: formatSize(limitBytes) }) : ts('storage.rule.pagesUnlimited')
}
