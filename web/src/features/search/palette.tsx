import { IconSearch, IconX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { errorSentence } from '../../ui/error-sentence'
import { useSession } from '../auth'
import type { Item } from './items'
import { ts } from './messages'
import classes from './palette.module.css'
import { PaletteHints } from './palette-hints'
import { PaletteOption } from './palette-option'
import { rememberSearch } from './recent'
import { useGroups } from './use-groups'

/** What the server takes at most. */
const longestText = 200

/** One box for everything: what one looks for, places, and things to do, all by the keyboard. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const name = useId()
  const router = useRouter()
  const user = useSession()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  // Enter that came before its answer waits for it.
  const [wanted, setWanted] = useState<'here' | 'tab' | null>(null)
  const type = (text: string) => {
    setTyped(text.slice(0, longestText))
    setChosen(null)
    setWanted(null)
    list.current?.scrollTo({ top: 0 })
  }
  const { groups, isFresh, isSimilar, error } = useGroups(typed, type)
  const items = groups.flatMap(group => group.items)
  const at = Math.max(
    0,
    items.findIndex(item => item.id === chosen),
  )
  const active = items[at]
  const optionId = (item: Item) => `${name}-${item.id}`

  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
    return () => element?.close()
  }, [])

  const open = (item: Item, tab: boolean) => {
    if (item.run) {
      item.run()
      if (!item.href) onClose()
      return
    }
    if (!item.href) return
    rememberSearch(user?.id ?? '', typed)
    if (tab) {
      window.open(item.href, '_blank', 'noopener')
      return
    }
    onClose()
    router.history.push(item.href)
  }
  const latest = useRef({ open, active })
  useEffect(() => {
    latest.current = { open, active }
  })
  useEffect(() => {
    if (wanted === null || !isFresh) return
    setWanted(null)
    const { open, active } = latest.current
    if (active) open(active, wanted === 'tab')
  }, [wanted, isFresh])

  const choose = (index: number) => {
    const item = items[(index + items.length) % items.length]
    if (!item) return
    setChosen(item.id)
    document.getElementById(optionId(item))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of the page beneath stay out of it.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      choose(Math.abs(step) === 1 ? at + step : Math.min(items.length - 1, Math.max(0, at + step)))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setWanted(event.ctrlKey || event.metaKey ? 'tab' : 'here')
    } else if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onClose()
    }
  }
  const onPick = (event: MouseEvent, item: Item) => {
    // A click that asks for a new tab is the browser's own affair.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(item, false)
  }

  return (
    <dialog
      ref={dialog}
      className={classes.palette}
      aria-label={ts('search.title')}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={event => {
        if (event.target === event.currentTarget) onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <div className={classes.inside}>
        <div className={classes.head}>
          <IconSearch size={20} stroke={1.8} aria-hidden />
          <input
            className={classes.input}
            type="text"
            role="combobox"
            aria-label={ts('search.label')}
            aria-expanded={items.length > 0}
            aria-controls={`${name}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active ? optionId(active) : undefined}
            placeholder={ts('search.placeholder')}
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            autoFocus
            onChange={event => type(event.target.value)}
          />
          <button type="button" className={classes.close} aria-label={ts('search.close')} onClick={onClose}>
            <IconX size={20} stroke={1.8} />
          </button>
        </div>
        <p className={classes.said} role="status">
          {typed.trim() !== '' && isFresh && !error ? ts('search.found', { count: items.length }) : ''}
        </p>
        {error && <p className={classes.note}>{errorSentence(error)}</p>}
        {!error && isSimilar && <p className={classes.note}>{ts('search.similar')}</p>}
        <div
          ref={list}
          id={`${name}-list`}
          className={classes.list}
          role="listbox"
          aria-label={ts('search.results')}
          tabIndex={-1}
        >
          {groups.map(group => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options
            <div key={group.name} role="group" aria-label={group.name || ts('search.title')} className={classes.group}>
              {group.name && (
                <div className={classes.name} aria-hidden>
                  {group.name}
                </div>
              )}
              {group.items.map(item => (
                <PaletteOption
                  key={item.id}
                  id={optionId(item)}
                  item={item}
                  isChosen={item === active}
                  onPoint={() => setChosen(item.id)}
                  onPick={event => onPick(event, item)}
                />
              ))}
            </div>
          ))}
        </div>
        <PaletteHints />
      </div>
    </dialog>
  )
}
