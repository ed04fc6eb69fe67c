import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { t } from '../messages'
import classes from './pager.module.css'

type Props = {
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
}

/** Page navigation of a long list; nothing for a single page. At an end, its button does not lose the focus. */
export function Pager({ page, pages, onPage }: Props) {
  if (pages <= 1) return null
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <button
        type="button"
        aria-disabled={page <= 1}
        onClick={() => page > 1 && onPage(page - 1)}
        aria-label={t('pager.previous')}
      >
        <IconChevronLeft size={20} stroke={1.8} />
      </button>
      <span aria-live="polite">{t('pager.place', { page, pages })}</span>
      <button
        type="button"
        aria-disabled={page >= pages}
        onClick={() => page < pages && onPage(page + 1)}
        aria-label={t('pager.next')}
      >
        <IconChevronRight size={20} stroke={1.8} />
      </button>
    </nav>
  )
}
