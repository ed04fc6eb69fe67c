import { useEffect } from 'react'
import { t } from '../messages'

/** The name of the tab, and what a screen reader says when the page has changed. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${t('app.name')}` : t('app.name')
  }, [title])
}
