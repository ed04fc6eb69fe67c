import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../messages'
import { ts } from './messages'
import classes from './search-page.module.css'

const typingMs = 120

/** The box of the search page: looks as one types, and follows the address. */
export function SearchBox({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const sent = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onText)
  useEffect(() => {
    latest.current = onText
  })
  useEffect(() => {
    if (text === sent.current) return
    sent.current = text
    setTyped(text)
  }, [text])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (now: string, wait: number) => {
    setTyped(now)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current = now.trim()
      latest.current(now.trim())
    }, wait)
  }
  return (
    <search className={classes.box}>
      <IconSearch size={22} stroke={1.7} aria-hidden />
      <input
        type="search"
        aria-label={t('navigation.searchLabel')}
        placeholder={t('navigation.searchLabel')}
        value={typed}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // biome-ignore lint/a11y/noAutofocus: an empty search is there for typing
        autoFocus={text === ''}
        onChange={event => type(event.target.value, typingMs)}
        onKeyDown={event => {
          if (event.key === 'Enter') type(typed, 0)
          if (event.key === 'Escape' && typed) type('', 0)
        }}
      />
      {typed && (
        <button type="button" aria-label={ts('search.clear')} onClick={() => type('', 0)}>
          <IconX size={18} stroke={2} />
        </button>
      )}
    </search>
  )
}
