import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../messages'
import classes from './list-toolbar.module.css'

const typingMs = 220

/** Looks as one types, a moment after the last key. */
export function SearchField({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const sent = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The address changed by itself (back, a link): the field follows it.
    if (text !== sent.current) {
      sent.current = text
      setTyped(text)
    }
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  const type = (now: string, wait: number) => {
    setTyped(now)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = now.trim()
      latest.current(now.trim())
    }, wait)
  }
  return (
    <label className={classes.field}>
      <IconSearch size={18} stroke={1.7} aria-hidden />
      <input
        type="search"
        aria-label={t('libraries.search')}
        placeholder={t('libraries.search')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={event => type(event.target.value, typingMs)}
        onKeyDown={event => {
          if (event.key === 'Escape' && typed) type('', 0)
        }}
      />
      {typed && (
        <button type="button" aria-label={t('libraries.clearSearch')} onClick={() => type('', 0)}>
          <IconX size={16} stroke={2} />
        </button>
      )}
    </label>
  )
}
