import { Button } from '@mantine/core'
import { IconMoonStars, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatAway } from '../admin/format'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import classes from './queue-banner.module.css'
import { complain, taskControlQuery, useTaskControl } from './tasks.queries'

/** Why no task starts: paused, or quiet hours. */
export function QueueBanner() {
  const control = useQuery(taskControlQuery).data
  const mayControl = useMay('system-admin')
  const change = useTaskControl()
  if (!control || !(control.paused || control.quietNow)) return null
  if (!control.paused) {
    return (
      <div className={classes.banner} role="status" data-quiet>
        <IconMoonStars size={22} stroke={1.6} aria-hidden />
        <div>
          <strong>{ta('queue.quietTitle')}</strong>
          <p>{ta('queue.quietText', { until: control.quietHours?.to ?? '' })}</p>
        </div>
      </div>
    )
  }
  return (
    <div className={classes.banner}>
      <IconPlayerPause size={22} stroke={1.6} aria-hidden />
      <div>
        {/* Not the time since then, which would be read out again and again. */}
        <div role="status">
          <strong>{ta('queue.pausedTitle')}</strong>
        </div>
        <p>
          {control.pausedBy && control.pausedAt
            ? ta('queue.pausedBy', { name: control.pausedBy, when: formatAway(control.pausedAt) })
            : ta('queue.pausedText')}
        </p>
      </div>
      {mayControl && (
        <Button
          leftSection={<IconPlayerPlay size={18} stroke={1.8} />}
          loading={change.isPending}
          onClick={() => change.mutate({ paused: false }, { onError: complain })}
        >
          {ta('queue.resume')}
        </Button>
      )}
    </div>
  )
}
