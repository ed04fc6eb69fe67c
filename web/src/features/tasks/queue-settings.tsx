import '../../ui/fields.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { TaskControlDto } from '../../api/types'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { toast } from '../../ui/toast'
import { Toggle } from '../../ui/toggle'
import { ta } from '../admin/messages'
import { timeZones } from '../admin/time-zones'
import classes from './queue-settings.module.css'
import { useTaskControl } from './tasks.queries'

type Props = { readonly control: TaskControlDto; readonly onClose: () => void }

/** Quiet hours and retention of tasks. */
export default function QueueSettings({ control, onClose }: Props) {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const [quiet, setQuiet] = useState(
    control.quietHours ?? { enabled: false, from: '22:00', to: '07:00', timezone: here },
  )
  const [completed, setCompleted] = useState(String(control.retention.completedDays))
  const [failed, setFailed] = useState(String(control.retention.failedDays))
  const save = useTaskControl(() => {
    toast({ message: t('action.saved') })
    onClose()
  })
  const change = (part: Partial<typeof quiet>) => setQuiet(now => ({ ...now, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const retention = { completedDays: Number(completed), failedDays: Number(failed) }
    save.mutate({ quietHours: quiet, retention })
  }
  return (
    <Dialog opened title={ta('queue.settings')} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <Toggle
          label={ta('queue.quiet')}
          hint={ta('queue.quietHint')}
          on={quiet.enabled}
          onChange={enabled => change({ enabled })}
        />
        {quiet.enabled && (
          <div className={classes.row}>
            <TextInput
              type="time"
              required
              label={ta('queue.from')}
              value={quiet.from}
              onChange={event => change({ from: event.currentTarget.value })}
            />
            <TextInput
              type="time"
              required
              label={ta('queue.to')}
              value={quiet.to}
              onChange={event => change({ to: event.currentTarget.value })}
            />
            <NativeSelect
              className={classes.wide ?? ''}
              label={ta('schedules.timezone')}
              value={quiet.timezone}
              data={timeZones(quiet.timezone)}
              onChange={event => change({ timezone: event.currentTarget.value })}
            />
          </div>
        )}
        <div className={classes.row}>
          <TextInput
            type="number"
            min={1}
            max={3650}
            required
            label={ta('queue.keepCompleted')}
            value={completed}
            onChange={event => setCompleted(event.currentTarget.value)}
          />
          <TextInput
            type="number"
            min={1}
            max={3650}
            required
            label={ta('queue.keepFailed')}
            value={failed}
            onChange={event => setFailed(event.currentTarget.value)}
          />
        </div>
        <p className={form.hint}>{ta('queue.keepHint')}</p>
        <FormEnd error={save.error} save={ta('admin.save')} saving={save.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
