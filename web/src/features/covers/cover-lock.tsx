import { useQuery } from '@tanstack/react-query'
import { Toggle } from '../../ui/toggle'
import { type CoverSubject, coverLockQuery, lockCover } from './covers.queries'
import { tc } from './messages'

type Props = {
  readonly subject: CoverSubject
  readonly busy: boolean
  readonly run: (act: () => Promise<unknown>) => void
}

/** Whether scans leave the cover alone; libraries have no such cover. */
export function CoverLock({ subject, busy, run }: Props) {
  const { data } = useQuery(coverLockQuery(subject))
  if (typeof data !== 'boolean') return null
  return (
    <Toggle
      label={tc('covers.lock')}
      hint={tc('covers.hint')}
      on={data}
      disabled={busy}
      onChange={locked => run(() => lockCover(subject, locked))}
    />
  )
}
