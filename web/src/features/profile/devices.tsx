import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDevices, IconDeviceTablet, IconLogout } from '@tabler/icons-react'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { SessionDto } from '../../api/types'
import { formatRelativeTime } from '../../messages'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import rows from '../../ui/rows.module.css'
import { toast } from '../../ui/toast'
import { tk } from '../auth/messages'
import classes from './devices.module.css'

const ICONS = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  other: IconDevices,
} as const

const renew = () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions })
const tell = (error: unknown) => toast({ message: errorSentence(error), tone: 'bad' })

export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: ({ signal }) => api.get('/api/v1/user/sessions', { signal }),
})

/** The user's sessions. */
export function Devices() {
  const { data: sessions, error } = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: ({ id }: SessionDto) =>
      api.delete('/api/v1/user/sessions/{session_id}', { params: { session_id: id } }),
    onSettled: renew,
    onError: tell,
  })
  const endAll = useMutation({
    mutationFn: () => api.delete('/api/v1/user/sessions'),
    onSuccess: ({ revoked }) => toast({ message: tk('account.ended', { count: revoked }) }),
    onSettled: renew,
    onError: tell,
  })
  return (
    <div className={classes.devices}>
      {error && <p role="alert">{errorSentence(error)}</p>}
      {sessions && (
        <ul className={rows.list} aria-label={tk('account.devices')}>
          {sessions.map(session => {
            const Icon = ICONS[session.device]
            const name = nameOf(session)
            return (
              <li key={session.id} className={rows.row}>
                <Icon size={22} stroke={1.6} aria-hidden />
                <div className={rows.words}>
                  <strong>
                    {name}
                    {session.current && (
                      <span className={rows.mark} data-accent>
                        {tk('account.device.here')}
                      </span>
                    )}
                  </strong>
                  <span>
                    {dotted([
                      tk('account.lastUsed', { when: formatRelativeTime(session.lastUsedAt) }),
                      session.address,
                      tk(`account.way.${session.way}`),
                    ])}
                  </span>
                </div>
                {!session.current && (
                  <IconButton danger label={tk('account.endNamed', { name })} onClick={() => end.mutate(session)}>
                    <IconLogout size={20} stroke={1.6} />
                  </IconButton>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <Button variant="default" loading={endAll.isPending} onClick={() => endAll.mutate()}>
          {tk('account.endAll')}
        </Button>
      )}
    </div>
  )
}

export function nameOf({ client, system }: SessionDto): string {
  if (client && system) return tk('account.device.of', { client, system })
  return client ?? system ?? tk('account.device.unknown')
}
