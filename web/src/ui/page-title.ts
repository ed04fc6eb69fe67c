import { useEffect } from 'react'
import { useServerName } from './server-name'

/** The title of the tab, which screen readers announce after navigation. */
export function usePageTitle(title: string | undefined): void {
  const name = useServerName()
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name
  }, [title, name])
}
