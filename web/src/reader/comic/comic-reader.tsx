import { Button } from '@mantine/core'
import { IconBookOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, type PageDto, queryKeys } from '../../api'
import { NoticePage } from '../../ui/notice-page'
import { Trouble } from '../../ui/trouble'
import { WholePageLoader } from '../../ui/whole-page-loader'
import { tr } from '../messages'
import { useReadingPlace } from '../progress/use-place'
import type { ReaderProps } from '../reader.types'
import { OpenComic } from './open-comic'

/** Reads a book page image by page image: comics, and PDF as images. */
export default function ComicReader(props: ReaderProps) {
  const { book, incognito, onLeave } = props
  const pages = useQuery({
    queryKey: queryKeys.bookPages(book.id),
    queryFn: () => api.get<PageDto[]>(`/books/${book.id}/pages`),
    staleTime: 5 * 60_000,
  })
  const place = useReadingPlace({ bookId: book.id, counts: 'pages', incognito })

  if (pages.isError) return <Trouble level={1} error={pages.error} onRetry={() => void pages.refetch()} />
  if (!pages.data || place.start === undefined) return <WholePageLoader />
  if (pages.data.length === 0) return <Empty onLeave={onLeave} message={book.analysisError ?? null} />
  const opening = Math.min(pages.data.length, props.page ?? place.start?.page ?? 1) - 1
  return <OpenComic {...props} pages={pages.data} opening={opening} place={place} />
}

function Empty({ onLeave, message }: { readonly onLeave: () => void; readonly message: string | null }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onLeave()
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onLeave])
  return (
    <NoticePage
      level={1}
      icon={<IconBookOff size={34} stroke={1.5} />}
      title={tr('noPages')}
      actions={<Button onClick={onLeave}>{tr('back')}</Button>}
    >
      {message ?? tr('noPagesWhy')}
    </NoticePage>
  )
}
