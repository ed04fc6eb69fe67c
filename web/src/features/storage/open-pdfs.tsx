import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client'
import { queryKeys } from '../../api/query-keys'
import type { PdfHandleCacheStatsDto } from '../../api/types'
import { formatNumber } from '../../messages'
import { complain } from '../tasks/tasks.queries'
import { ts } from './messages'
import classes from './storage-page.module.css'

/** PDFs open between two pages. */
export function OpenPdfs({ handles }: { readonly handles: PdfHandleCacheStatsDto }) {
  const client = useQueryClient()
  const close = useMutation({
    mutationFn: () => api.delete('/api/v1/admin/pdf-cache/handles'),
    onError: complain,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.pdfCache }),
  })
  const { entries, hits, opens, idleTtlSeconds } = handles
  return (
    <section aria-labelledby="storage-pdfs">
      <div className={classes.head}>
        <h2 id="storage-pdfs" className={classes.title}>
          {ts('storage.pdfs')}
        </h2>
        {entries.length > 0 && (
          <Button variant="default" onClick={() => close.mutate()} loading={close.isPending}>
            {ts('storage.closePdfs')}
          </Button>
        )}
      </div>
      {entries.length > 0 && (
        <ul className={classes.list}>
          {entries.map(({ bookId, path, renderCount }) => (
            <li key={bookId} className={classes.pdf}>
              <Link className={classes.link} to="/books/$bookId" params={{ bookId }}>
                {path}
              </Link>
              <span>{ts('storage.renders', { count: renderCount })}</span>
            </li>
          ))}
        </ul>
      )}
      <p className={classes.note}>
        {ts('storage.pdfsNote', { seconds: idleTtlSeconds, hits: formatNumber(hits), opens: formatNumber(opens) })}
      </p>
    </section>
  )
}
