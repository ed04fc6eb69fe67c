import { useQuery } from '@tanstack/react-query'
import list from '../../chrome/contents-list.module.css'
import { Sheet } from '../../chrome/sheet'
import { tr } from '../../messages'
import type { ToolPanel } from '../../reader.types'
import { OutlineList } from '../text/outline-list'
import { readOutline } from '../text/read-outline'
import { type OpenDocument, pageOutlineKey } from './page-tools.types'

type Props = ToolPanel & { readonly bookId: string; readonly open: OpenDocument; readonly page: number }

/** The outline of a PDF shown as images. */
export default function PageContents({ bookId, open, page, onGo, onClose }: Props) {
  const outline = useQuery({
    queryKey: pageOutlineKey(bookId),
    queryFn: async () => readOutline(await open()),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <Sheet title={tr('contents')} onClose={onClose}>
      {outline.isPending && (
        <p className={list.none} role="status">
          {tr('contents.loading')}
        </p>
      )}
      {outline.isError && <p className={list.none}>{tr('contents.failed')}</p>}
      {outline.data && (
        <OutlineList
          lines={outline.data}
          page={page}
          onGo={line => (line.page === null ? onClose() : onGo(line.page))}
        />
      )}
    </Sheet>
  )
}
