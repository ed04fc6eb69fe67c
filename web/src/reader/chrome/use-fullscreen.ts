import { useCallback, useEffect, useState } from 'react'

/** The whole document goes full screen, so that panels appended to it stay visible. */
export function useFullscreen(): { readonly on: boolean; readonly can: boolean; readonly toggle: () => void } {
  const [on, setOn] = useState(() => document.fullscreenElement !== null)
  useEffect(() => {
    const changed = () => setOn(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => {
      document.removeEventListener('fullscreenchange', changed)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [])
  const toggle = useCallback(() => {
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    // A browser may refuse (no gesture, a frame): the reader then stays as it is.
    void done.catch(() => {})
  }, [])
  return { on, can: document.fullscreenEnabled, toggle }
}
