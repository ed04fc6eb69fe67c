import { useCallback, useEffect, useState } from 'react'
import classes from './note.module.css'

const SHOWN_MS = 1400

export interface HudLine {
  readonly text: string | null
  readonly say: (text: string) => void
}

/** A short-lived message after a key press. */
export function useHud(): HudLine {
  const [line, setLine] = useState<{ text: string } | null>(null)
  const say = useCallback((text: string) => setLine({ text }), [])
  useEffect(() => {
    if (!line) return
    const timer = setTimeout(() => setLine(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [line])
  return { text: line?.text ?? null, say }
}

export function Hud({ text }: { readonly text: string | null }) {
  return <div role="status">{text && <p className={classes.hud}>{text}</p>}</div>
}
