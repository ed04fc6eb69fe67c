import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { errorAt, errorElsewhere, refusalOf } from '../../ui/error-sentence'
import floating from '../../ui/floating-bar.module.css'
import { FLOATS } from '../../ui/floating-keys'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { IconButton } from '../../ui/icon-button'
import { LeaveGuard } from '../../ui/leave-guard'
import { showServerName } from '../../ui/server-name'
import { toast } from '../../ui/toast'
import { useRootAttribute } from '../../ui/use-root-attribute'
import { ts } from './messages'
import classes from './pending-changes.module.css'
import { allowedOf, nameOf, spelledOut } from './setting-words'
import { useSaveSettings } from './settings.queries'
import type { DraftChange } from './settings.rules'

type Props = {
  readonly changes: readonly DraftChange[]
  readonly reviewing: boolean
  readonly onReview: (opened: boolean) => void
  /** Discards one of them, or with null all. */
  readonly onDrop: (key: string | null) => void
}

/** Unsaved changes: a bar with their number, and a review before saving. */
export function PendingChanges({ changes, reviewing, onReview, onDrop }: Props) {
  const save = useSaveSettings(saved => {
    const name = saved.find(({ key }) => key === 'application.name')
    if (name) showServerName(name.value)
    const [only] = saved
    toast({
      message:
        only && saved.length === 1
          ? ts(only.origin === 'default' ? 'settings.resetDone' : 'settings.saved', { key: nameOf(only.key) })
          : ts('settings.savedMany', { count: saved.length }),
    })
    onReview(false)
    onDrop(null)
  })
  const close = () => {
    save.reset()
    onReview(false)
  }
  useRootAttribute('data-floating', changes.length === 0 ? null : '')
  if (changes.length === 0) return null
  return (
    <>
      <div className={classes.room} aria-hidden />
      <LeaveGuard title={ts('settings.leaveTitle')} leaveLabel={ts('settings.leave')}>
        {ts('settings.leaveText', { count: changes.length })}
      </LeaveGuard>
      <section {...FLOATS} className={`${floating.bar} ${classes.bar}`} aria-label={ts('settings.pending')}>
        <span className={classes.count} role="status">
          {ts('settings.pendingCount', { count: changes.length })}
        </span>
        <Button className={classes.act ?? ''} variant="subtle" onClick={() => onDrop(null)}>
          {ts('settings.discard')}
        </Button>
        <Button className={classes.act ?? ''} onClick={() => onReview(true)}>
          {ts('settings.review')}
        </Button>
      </section>
      <Dialog opened={reviewing} title={ts('settings.reviewTitle')} onClose={close}>
        <Review
          changes={changes}
          error={save.error}
          pending={save.isPending}
          onDrop={onDrop}
          onClose={close}
          onSave={reason => save.mutate({ changes, reason })}
        />
      </Dialog>
    </>
  )
}

type ReviewProps = Pick<Props, 'changes' | 'onDrop'> & {
  readonly error: unknown
  readonly pending: boolean
  readonly onClose: () => void
  readonly onSave: (reason: string) => void
}

function Review({ changes, error, pending, onDrop, onClose, onSave }: ReviewProps) {
  const [reason, setReason] = useState('')
  const elsewhere = errorElsewhere(
    error,
    changes.map(({ setting }) => setting.key),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(reason)
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <ul className={classes.changes}>
        {changes.map(({ setting, value, after }) => {
          const name = nameOf(setting.key)
          const wrong = errorAt(error, setting.key)
          return (
            <li key={setting.key}>
              <div className={classes.words}>
                <strong>{name}</strong>
                <span className={classes.values}>
                  {ts('settings.wasNow', {
                    before: spelledOut(setting, setting.value),
                    after: spelledOut(setting, after),
                  })}
                  {value === null && ` (${ts('settings.isDefault')})`}
                </span>
                {setting.needsRestart && <span className={classes.note}>{ts('settings.restart')}</span>}
                {wrong && (
                  <span role="alert" className={form.error}>
                    {refusalOf(error) === 'setting_bad' ? `${wrong} ${allowedOf(setting)}` : wrong}
                  </span>
                )}
              </div>
              <IconButton label={ts('settings.discardNamed', { key: name })} onClick={() => onDrop(setting.key)}>
                <IconX size={18} stroke={1.8} />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <TextInput
        label={ts('settings.reason')}
        description={ts('settings.reasonHint')}
        maxLength={500}
        autoComplete="off"
        data-autofocus
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <FormEnd error={elsewhere} save={ts('settings.save')} saving={pending} onCancel={onClose} />
    </form>
  )
}
