import { useCallback, useEffect, useRef, useState } from 'react'
import { followText, sendText, type TypedText } from './typed-text.rules'

type Options = {
  /** The current external text, mostly from the address. */
  readonly text: string
  readonly onText: (text: string) => void
  /** Delay after the last key. */
  readonly waitMs: number
}

/** A debounced text input that follows external changes without losing a letter. */
export function useTypedText({ text, onText, waitMs }: Options) {
  const [typed, setTyped] = useState(text)
  const state = useRef<TypedText>({ typed: text, sent: [] })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ text, onText, waitMs })
  useEffect(() => {
    latest.current = { text, onText, waitMs }
  })
  useEffect(() => {
    const before = state.current
    if (before.sent.length === 0 && before.typed.trim() === text) return
    state.current = followText(before, text)
    if (state.current.typed === before.typed) return
    clearTimeout(timer.current)
    setTyped(state.current.typed)
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = useCallback((now: string, wait = latest.current.waitMs) => {
    state.current = { ...state.current, typed: now }
    setTyped(now)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const sent = sendText(state.current, latest.current.text)
      state.current = sent.now
      latest.current.onText(sent.text)
    }, wait)
  }, [])
  return { typed, type }
}
