import { useEffect } from 'react'
import { isOff } from '../../ui/character-keys'
import { takeKeys } from '../../ui/early-keys'
import { openPalette, pressedEarly, usePaletteOpened } from './opened'
import { PaletteBox } from './palette-box'
import { expectPalette } from './palette-code'

/** Ctrl-K or Cmd-K everywhere, `/` unless somebody types. */
export function PalettePlace() {
  const opened = usePaletteOpened()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') expectPalette()
      if (event.defaultPrevented || event.altKey || isOff(event)) return
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k'
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !writesInto(event.target)
      if (!isCommand && !(isSlash && !document.querySelector('[role="dialog"], dialog[open]'))) return
      event.preventDefault()
      openPalette()
    }
    window.addEventListener('keydown', onKeyDown)
    const early = takeKeys()
    pressedEarly.push(...early)
    for (const pressed of early) window.dispatchEvent(pressed)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      openPalette(false)
    }
  }, [])
  return opened ? <PaletteBox onClose={() => openPalette(false)} /> : null
}

function writesInto(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
