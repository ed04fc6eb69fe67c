import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, queryKeys } from '../../api'
import { deviceParts } from '../../device/device-parts'
import { openDownloads } from '../../device/downloads'
import { useSession } from '../../features/auth'
import { WholePageLoader } from '../../ui/whole-page-loader'
import { NothingToShow } from '../chrome/nothing-to-show'
import { ReaderErrorNotice } from '../chrome/reader-error-notice'
import { useReadingPlace } from '../progress/use-place'
import type { ReaderProps } from '../reader.types'
import { openChapters } from './chapter/chapters'
import { targetOf } from './marks/mark-locator.rules'
import { OpenEpub } from './open-epub'
import { openingTarget } from './opening.rules'

/** Reads an ebook chapter by chapter. */
export default function EpubReader(props: ReaderProps) {
  const { book, incognito, onLeave } = props
  const me = useSession()
  const manifest = useQuery({
    queryKey: ['books', 'manifest', book.id],
    queryFn: () => api.get('/api/v1/books/{book_id}/manifest', { params: { book_id: book.id } }),
    staleTime: 5 * 60_000,
  })
  const place = useReadingPlace({ bookId: book.id, counts: 'locators', incognito })
  const wanted = props.mark
  const mark = useQuery({
    queryKey: [...queryKeys.marks, 'one', wanted],
    queryFn: () => api.get('/api/v1/marks/{mark_id}', { params: { mark_id: wanted ?? '' } }).catch(() => null),
    enabled: wanted !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // A downloaded book is read from this device, online too.
  const device = useQuery({
    queryKey: ['device', 'parts', book.id, me?.id],
    queryFn: async () => {
      if (me && !me.seenBy) await openDownloads(me.id)
      return deviceParts(book)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const chapters = useMemo(
    () => manifest.data && device.data !== undefined && openChapters(book.id, manifest.data, device.data),
    [book.id, manifest.data, device.data],
  )

  if (manifest.isError) {
    return <ReaderErrorNotice error={manifest.error} onRetry={() => void manifest.refetch()} onLeave={onLeave} />
  }
  if (!manifest.data || !chapters || place.start === undefined || mark.isLoading) return <WholePageLoader />
  if (chapters.links.length === 0) return <NothingToShow book={book} onLeave={onLeave} />
  const opening = mark.data?.locator
    ? targetOf(chapters.links, mark.data)
    : openingTarget(chapters.links, place.start, props.page)
  return <OpenEpub {...props} manifest={manifest.data} chapters={chapters} opening={opening} saved={place} />
}
