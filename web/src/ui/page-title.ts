import { useEffect } from 'react'
import { useServerName } from './server-name'

/** The name of the tab, and what a screen reader says when the page has changed. */
export function usePageTitle(title: string | undefined): void {
  const name = useServerName()
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name
  }, [title, name])
}
