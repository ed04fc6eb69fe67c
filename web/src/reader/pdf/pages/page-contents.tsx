import { useQuery } from '@tanstack/react-query'
import list from '../../chrome/contents-list.module.css'
import { Sheet } from '../../chrome/sheet'
import { tr } from '../../messages'
import type { ToolPanel } from '../../reader.types'
import { outlineLines } from '../text/outline.rules'
import { pageOfDestination } from './destination'
import { type OpenDocument, pageOutlineKey } from './page-tools.types'

type Props = ToolPanel & { readonly bookId: string; readonly open: OpenDocument }

/** The outline of a PDF shown as images. */
export default function PageContents({ bookId, open, onGo, onClose }: Props) {
  const outline = useQuery({
    queryKey: pageOutlineKey(bookId),
    queryFn: async () => outlineLines(await (await open()).getOutline()),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const go = async (destination: unknown) => {
    const page = await open().then(
      document => pageOfDestination(document, destination),
      () => null,
    )
    if (page === null) onClose()
    else onGo(page)
  }
  return (
    <Sheet title={tr('contents')} onClose={onClose}>
      {outline.isPending && (
        <p className={list.none} role="status">
          {tr('epub.opening')}
        </p>
      )}
      {outline.isError && <p className={list.none}>{tr('cannotOpen')}</p>}
      {outline.data?.length === 0 && <p className={list.none}>{tr('contents.none')}</p>}
      <ol>
        {outline.data?.map((line, at) => (
          <li key={`${at}.${line.title}`} style={{ paddingLeft: `${line.depth * 16}px` }}>
            <button type="button" className={list.line} onClick={() => void go(line.destination)}>
              {line.title}
            </button>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
