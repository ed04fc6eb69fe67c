import { Button } from '@mantine/core'
import { IconCloudOff, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { belowBase } from '../../api/base-path'
import { api } from '../../api/client'
import { onOwedSignOut, owedSignOut } from '../../device/owed-sign-out'
import { Callout } from '../../ui/callout'
import { tk } from './messages'
import { safePlace } from './next-place.rules'

/** Why the sign-in page is shown although this browser has a session. */
export function SessionNotice({ byOther, next }: { readonly byOther: boolean; readonly next: string | undefined }) {
  const owed = useSyncExternalStore(onOwedSignOut, owedSignOut)
  if (owed !== null) {
    return (
      <Callout tone="calm" icon={<IconCloudOff size={20} stroke={1.7} />} title={tk('account.signedOutHere')}>
        {tk('account.signedOutHereText')}
      </Callout>
    )
  }
  return byOther ? <OtherUser next={next} /> : null
}

function OtherUser({ next }: { readonly next: string | undefined }) {
  const { data: other } = useQuery({
    queryKey: ['signed-in-now'],
    queryFn: ({ signal }) => api.get('/api/v1/auth/me', { signal, anonymous: true, user: null }),
    retry: false,
  })
  if (!other) return null
  return (
    <>
      <Callout
        alert
        tone="calm"
        icon={<IconUsers size={20} stroke={1.7} />}
        title={tk('account.otherUser', { name: other.username })}
      >
        {tk('account.otherUserText', { name: other.username })}
      </Callout>
      <Button size="md" fullWidth variant="default" onClick={() => location.assign(belowBase(safePlace(next)))}>
        {tk('account.continueAs', { name: other.username })}
      </Button>
    </>
  )
}
