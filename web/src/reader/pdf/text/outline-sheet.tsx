import { useQuery } from '@tanstack/react-query'
import list from '../../chrome/contents-list.module.css'
import { Sheet } from '../../chrome/sheet'
import { tr } from '../../messages'
import { outlineLines } from './outline.rules'
import type { PdfView } from './use-pdf-view'

type Props = { readonly view: PdfView; readonly onJump: () => void; readonly onClose: () => void }

/** The outline that the PDF brings along. */
export function OutlineSheet({ view, onJump, onClose }: Props) {
  const outline = useQuery({
    queryKey: ['reader', 'outline', view.document.fingerprints[0]],
    queryFn: async () => outlineLines(await view.document.getOutline()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Sheet title={tr('contents')} onClose={onClose}>
      {outline.data?.length === 0 && <p className={list.none}>{tr('contents.none')}</p>}
      <ol>
        {outline.data?.map((line, at) => (
          <li key={`${at}.${line.title}`} style={{ paddingLeft: `${line.depth * 16}px` }}>
            <button
              type="button"
              className={list.line}
              onClick={() => {
                onClose()
                onJump()
                void view.links.goToDestination(line.destination as string)
              }}
            >
              {line.title}
            </button>
          </li>
        ))}
      </ol>
    </Sheet>
  )
}
