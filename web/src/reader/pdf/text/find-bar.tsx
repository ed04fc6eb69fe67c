import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { BarButton } from '../../chrome/bar-button'
import { takeSearchText } from '../../chrome/replay-keys'
import { tr } from '../../messages'
import classes from './open-pdf.module.css'
import type { PdfState, PdfView } from './use-pdf-view'

type Props = {
  readonly view: PdfView
  readonly found: PdfState['found']
  readonly onFind: () => void
  readonly onClose: () => void
}

const PAUSE_MS = 250

/** Searches the text of all pages and highlights all hits. */
export function FindBar({ view, found, onFind, onClose }: Props) {
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const search = (words: string) => {
    if (words) onFind()
    find(view, words, '')
  }
  const latest = useRef(search)
  latest.current = search
  useEffect(() => {
    field.current?.focus()
    setQuery(takeSearchText())
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => latest.current(query), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query])
  useEffect(() => () => void view.bus.dispatch('findbarclose', { source: null }), [view])
  const step = (previous: boolean) => {
    onFind()
    find(view, query, 'again', previous)
  }
  return (
    <search
      className={classes.find}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClose()
      }}
    >
      <input
        ref={field}
        className={classes.field}
        type="text"
        aria-label={tr('search')}
        placeholder={tr('search.placeholder')}
        value={query}
        onChange={event => setQuery(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && step(event.shiftKey)}
      />
      <span className={classes.matches} role="status">
        {found && query ? tr('count', { page: found.current, total: found.total }) : ''}
      </span>
      <BarButton label={tr('find.previous')} icon={<IconChevronUp size={20} />} onClick={() => step(true)} />
      <BarButton label={tr('find.next')} icon={<IconChevronDown size={20} />} onClick={() => step(false)} />
      <BarButton label={tr('close')} icon={<IconX size={20} />} onClick={onClose} />
    </search>
  )
}

function find(view: PdfView, query: string, type: '' | 'again', findPrevious = false): void {
  view.bus.dispatch('find', {
    source: null,
    type,
    query,
    caseSensitive: false,
    entireWord: false,
    highlightAll: true,
    findPrevious,
    matchDiacritics: false,
  })
}
