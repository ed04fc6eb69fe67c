import { IconEye } from '@tabler/icons-react'
import { useEffect } from 'react'
import { t } from '../../messages'
import { useNow } from '../../ui/use-now'
import classes from './bar.module.css'
import { stopViewingAs } from './viewing-as'

type Props = { readonly name: string; readonly endsAt: string }

/** The viewed user, the remaining time, and a button to stop. */
export function Bar({ name, endsAt }: Props) {
  const left = Date.parse(endsAt) - useNow(1000)
  const isOver = left <= 0
  useEffect(() => {
    document.documentElement.dataset.viewingAs = 'true'
    return () => {
      delete document.documentElement.dataset.viewingAs
    }
  }, [])
  useEffect(() => {
    if (isOver) void stopViewingAs()
  }, [isOver])
  return (
    <aside className={classes.bar} aria-label={t('viewingAs.region')}>
      <IconEye size={18} stroke={1.8} aria-hidden />
      <strong className={classes.name}>{t('viewingAs.as', { name })}</strong>
      <span className={classes.more}>{t('viewingAs.only')}</span>
      <span className={classes.left}>{t('viewingAs.left', { count: Math.max(0, Math.ceil(left / 60_000)) })}</span>
      <button type="button" className={classes.end} onClick={() => void stopViewingAs()}>
        {t('viewingAs.end')}
      </button>
    </aside>
  )
}
