import { lazy, Suspense, useEffect } from 'react'
import { openPalette, usePaletteOpened } from './opened'

/** The palette's code and words come with the first time it is opened. */
const Palette = lazy(async () => {
  const [palette, search, admin] = await Promise.all([
    import('./palette'),
    import('./messages'),
    import('../admin/messages'),
  ])
  await Promise.all([search.loadSearchMessages(), admin.loadAdminMessages()])
  return { default: palette.Palette }
})

/** Ctrl-K or Cmd-K from everywhere in the app, `/` where nobody writes. */
export function PalettePlace() {
  const opened = usePaletteOpened()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k'
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !writesInto(event.target)
      if (!isCommand && !(isSlash && !document.querySelector('[role="dialog"], dialog[open]'))) return
      event.preventDefault()
      openPalette()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      openPalette(false)
    }
  }, [])
  if (!opened) return null
  return (
    <Suspense>
      <Palette onClose={() => openPalette(false)} />
    </Suspense>
  )
}

function writesInto(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
