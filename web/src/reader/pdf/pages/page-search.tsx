import { useCallback } from 'react'
import { type FindText, TextSearch } from '../../chrome/text-search'
import { tr } from '../../messages'
import type { ToolPanel } from '../../reader.types'
import { findInPages, MOST_HITS, type PageHit } from './find-in-pages'
import type { OpenDocument } from './page-tools.types'

type Props = ToolPanel & { readonly bookId: string; readonly open: OpenDocument }

/** Text search in a PDF shown as images, with links to pages. */
export default function PageSearch({ bookId, open, onGo, onClose }: Props) {
  const find = useCallback<FindText<PageHit>>(
    async (query, signal, report) => findInPages(await open(), query, signal, report),
    [open],
  )
  return (
    <TextSearch
      bookId={bookId}
      find={find}
      most={MOST_HITS}
      keyOf={hit => `${hit.page}.${hit.at}`}
      titleOf={hit => tr('page', { page: hit.page + 1 })}
      onGo={hit => onGo(hit.page)}
      onClose={onClose}
    />
  )
}
