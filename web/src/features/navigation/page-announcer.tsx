import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './page-announcer.module.css'

/** Announces the title of a page once it has changed: without a page load, a screen reader would stay silent. */
export function PageAnnouncer() {
  const path = useRouterState({ select: state => state.resolvedLocation?.pathname })
  const [said, setSaid] = useState({ path, title: '' })
  useEffect(() => {
    // A page sets its title when its data is loaded, after the route.
    const timer = setTimeout(() => setSaid(last => (last.path === path ? last : { path, title: document.title })), 300)
    return () => clearTimeout(timer)
  }, [path])
  return (
    <div className={classes.announcer} aria-live="polite">
      {said.title}
    </div>
  )
}
