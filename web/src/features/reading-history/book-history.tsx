import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDevices, IconDeviceTablet, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api/client'
import type { DevicePlaceDto, ReadHistoryResponse } from '../../api/types'
import { formatDate, formatPercent, formatRelativeTime } from '../../messages'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { toast } from '../../ui/toast'
import { freshenProgress } from '../progress'
import classes from './history.module.css'
import { bookHistoryQuery, devicePlacesQuery, freshenHistory } from './history.queries'
import { th } from './messages'

type Props = { readonly book: { readonly id: string; readonly title: string } }

const tell = (error: unknown) => toast({ message: errorSentence(error), tone: 'bad' })

export default function BookHistory({ book }: Props) {
  const history = useQuery(bookHistoryQuery(book.id)).data
  const places = useQuery(devicePlacesQuery(book.id)).data
  const remove = useMutation({
    mutationFn: (id: string) =>
      api.delete('/api/v1/books/{book_id}/read-history/{completion_id}', {
        params: { book_id: book.id, completion_id: id },
      }),
    onSuccess: () => toast({ message: th('history.deleted') }),
    onError: tell,
    onSettled: freshenHistory,
  })
  const readings = history ? readingsOf(history) : []
  // A single device is where the book continues anyway.
  const devices = (places?.devices.length ?? 0) > 1 ? (places?.devices ?? []) : []
  if (readings.length === 0 && devices.length === 0) return null
  return (
    <section className={classes.part} aria-label={th('history.ofBook')}>
      {history && history.readCount > 0 && (
        <h2 className={classes.title}>{th('history.readTimes', { count: history.readCount })}</h2>
      )}
      {readings.length > 0 && (
        <ul className={classes.readings}>
          {readings.map(({ id, line }) => (
            <li key={id}>
              <span>{line}</span>
              <IconButton label={th('history.delete', { title: book.title })} onClick={() => remove.mutate(id)}>
                <IconTrash size={17} stroke={1.6} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {devices.length > 0 && (
        <>
          <h3 className={classes.heading}>{th('history.devices')}</h3>
          <ul className={classes.devices}>
            {devices.map(place => (
              <Device key={place.device} bookId={book.id} place={place} latest={place === devices[0]} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const ICONS = {
  desktop: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  other: IconDevices,
} as const

type DeviceProps = { readonly bookId: string; readonly place: DevicePlaceDto; readonly latest: boolean }

function Device({ bookId, place, latest }: DeviceProps) {
  const navigate = useNavigate()
  const Icon = ICONS[place.kind]
  // A deliberate jump, which can be undone: the reader then opens at the device's place.
  const go = useMutation({
    mutationFn: () =>
      api.put('/api/v1/books/{book_id}/progress', {
        params: { book_id: bookId },
        body: { currentPage: place.currentPage, progressPercentage: place.progressPercentage, deliberate: true },
      }),
    onSuccess: () => navigate({ to: '/books/$bookId/read', params: { bookId } }),
    onError: tell,
    onSettled: freshenProgress,
  })
  return (
    <li>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        <strong>{nameOf(place)}</strong>
        <span>
          {dotted([
            place.current && th('history.here'),
            th('history.onPage', { page: place.currentPage }),
            typeof place.progressPercentage === 'number' && formatPercent(place.progressPercentage),
            formatRelativeTime(place.readAt),
          ])}
        </span>
      </span>
      {!latest && !place.completed && (
        <Button variant="default" size="compact-md" loading={go.isPending} onClick={() => go.mutate()}>
          {th('history.openAt', { page: place.currentPage })}
        </Button>
      )}
    </li>
  )
}

function nameOf({ name, client, system }: DevicePlaceDto): string {
  if (name) return name
  if (client && system) return th('history.device', { client, system })
  return client ?? system ?? th('history.unknownDevice')
}

/** Finished and abandoned readings, newest first. */
function readingsOf({ entries, abandoned = [] }: ReadHistoryResponse) {
  const finished = entries.flatMap(({ id, startedAt, completedAt }) =>
    id ? [{ id, at: completedAt, line: dotted([th('history.finished'), days(startedAt, completedAt)]) }] : [],
  )
  const givenUp = abandoned.map(({ id, page, startedAt, abandonedAt }) => ({
    id,
    at: abandonedAt,
    line: dotted([th('history.abandoned', { page }), days(startedAt, abandonedAt)]),
  }))
  return [...finished, ...givenUp].sort((a, b) => b.at.localeCompare(a.at))
}

function days(from: string, to: string): string {
  const [first, last] = [formatDate(from), formatDate(to)]
  return first === last ? first : th('history.days', { from: first, to: last })
}
