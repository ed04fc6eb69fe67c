import { useRouter } from '@tanstack/react-router'
import {
  type MouseEvent,
  memo,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { errorSentence } from '../../ui/error-sentence'
import { typedEarly } from '../../ui/typed-early.rules'
import { useSession } from '../auth'
import type { Item } from './items'
import { ts } from './messages'
import { pressedEarly } from './opened'
import { PaletteHints } from './palette-hints'
import { PaletteOption } from './palette-option'
import classes from './palette-results.module.css'
import type { Shown, Steering, Wanted } from './palette-steering'
import { rememberSearch } from './recent'
import line from './search-line.module.css'
import { everythingId, useGroups } from './use-groups'

export type ResultsProps = {
  readonly listId: string
  readonly typed: string
  readonly onType: (text: string) => void
  /** Enter pressed before the answer is applied afterwards. */
  readonly wanted: Wanted | null
  readonly onOpened: () => void
  readonly steering: RefObject<Steering | null>
  readonly onShown: (shown: Shown) => void
  readonly onClose: () => void
}

/** The palette's results: hits, places, and actions. */
export const PaletteResults = memo(DrawnResults)

function DrawnResults(props: ResultsProps) {
  const { listId, typed, onType, wanted, onOpened, steering, onShown, onClose } = props
  const list = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const user = useSession()
  // A changed text gives a new list with the first item selected.
  const [pointed, setPointed] = useState<{ readonly text: string; readonly id: string } | null>(null)
  const { groups, isFresh, isSimilar, error } = useGroups(typed, onType)
  const items = groups.flatMap(group => group.items)
  const at = Math.max(
    0,
    items.findIndex(item => pointed?.text === typed && item.id === pointed.id),
  )
  const active = items[at]
  const optionId = (item: Item) => `${listId}-${item.id}`
  const found = items.filter(item => item.id !== everythingId).length
  const choose = (item: Item) => setPointed({ text: typed, id: item.id })

  const chosen = active ? optionId(active) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the palette is first there
  useEffect(() => {
    const { text, enter } = typedEarly(pressedEarly.splice(0))
    if (text !== '') onType(text + typed)
    const isEnter = { key: 'Enter', bubbles: true, cancelable: true }
    if (enter) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', isEnter))
  }, [])
  // The input's active descendant changes together with the highlight.
  useLayoutEffect(() => onShown({ count: items.length, chosen }), [onShown, items.length, chosen])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at its first line
  useEffect(() => void list.current?.scrollTo({ top: 0 }), [typed])

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
    onOpened()
    const { open, active } = latest.current
    if (active) open(active, wanted === 'tab')
  }, [wanted, isFresh, onOpened])

  useImperativeHandle(steering, () => ({
    choose: (step, oneByOne) => {
      const next = at + step
      const item = items[oneByOne ? (next + items.length) % items.length : clamp(next, items.length - 1)]
      if (!item) return
      choose(item)
      document.getElementById(optionId(item))?.scrollIntoView({ block: 'nearest' })
    },
  }))
  const onPick = (event: MouseEvent, item: Item) => {
    // A click that opens a new tab is left to the browser.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    open(item, false)
  }

  return (
    <>
      <p className={line.said} role="status">
        {typed.trim() !== '' && isFresh && !error ? ts('search.found', { count: found }) : ''}
      </p>
      {error && <p className={classes.note}>{errorSentence(error)}</p>}
      {!error && isFresh && typed.trim() !== '' && found === 0 && (
        <p className={classes.note}>{ts('search.foundNone', { text: typed.trim() })}</p>
      )}
      {!error && isSimilar && <p className={classes.note}>{ts('search.similar')}</p>}
      <div
        ref={list}
        id={listId}
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
                onPoint={() => choose(item)}
                onPick={event => onPick(event, item)}
              />
            ))}
          </div>
        ))}
      </div>
      <PaletteHints />
    </>
  )
}

const clamp = (at: number, last: number) => Math.min(last, Math.max(0, at))
