import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useCallback, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../messages'
import { ErrorNotice } from '../../ui/error-notice'
import { useFocusBack } from '../../ui/use-focus-back'
import { useRootAttribute } from '../../ui/use-root-attribute'
import classes from './palette-box.module.css'
import { usePaletteResults } from './palette-code'
import type { Shown, Steering, Wanted } from './palette-steering'
import line from './search-line.module.css'

/** The server's limit. */
const longestText = 200

/**
 * The palette's input. It is loaded with the app, its results later: a person who opens it by key and types on writes
 * into it at once, and Enter waits for the answer. It is no modal dialog element: opening one makes the page below inert,
 * and the browser then computes the style of every element again.
 */
export function PaletteBox({ onClose }: { readonly onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const steering = useRef<Steering>(null)
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const [shown, setShown] = useState<Shown>({ count: 0, chosen: undefined })
  const { Results, error, retry } = usePaletteResults()
  // A letter is painted first; the results follow in the background.
  const answered = useDeferredValue(typed)
  const type = useCallback((text: string) => {
    setTyped(text.slice(0, longestText))
    setWanted(null)
  }, [])
  const onOpened = useCallback(() => setWanted(null), [])

  useFocusBack(true)
  useRootAttribute('data-dimmed', '')
  // Before the next key press, which would go to the page below.
  useLayoutEffect(() => input.current?.focus(), [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys of the page below must not react.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Tab') cycleFocus(event)
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      steering.current?.choose(step, Math.abs(step) === 1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      setWanted(event.ctrlKey || event.metaKey ? 'tab' : 'here')
    } else if (event.key === 'Escape' || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault()
      onClose()
    }
  }

  return createPortal(
    <div
      className={classes.palette}
      role="dialog"
      aria-modal
      aria-label={t('navigation.search')}
      tabIndex={-1}
      onMouseDown={event => {
        if (event.target === event.currentTarget) onClose()
      }}
      onKeyDown={onKeyDown}
    >
      <div className={classes.inside}>
        <div className={`${line.line} ${classes.head}`}>
          <IconSearch size={20} stroke={1.8} aria-hidden />
          <input
            ref={input}
            className={line.input}
            type="text"
            role="combobox"
            aria-label={t('navigation.searchLabel')}
            aria-expanded={shown.count > 0}
            aria-controls={Results ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={shown.chosen}
            placeholder={t('navigation.searchPlaceholder')}
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            onChange={event => type(event.target.value)}
          />
          <button
            type="button"
            className={`${line.round} ${classes.close}`}
            aria-label={t('action.close')}
            onClick={onClose}
          >
            <IconX size={20} stroke={1.8} />
          </button>
        </div>
        {Results ? (
          <Results
            listId={listId}
            typed={answered}
            onType={type}
            wanted={answered === typed ? wanted : null}
            onOpened={onOpened}
            steering={steering}
            onShown={setShown}
            onClose={onClose}
          />
        ) : (
          error !== null && <ErrorNotice error={error} onRetry={retry} />
        )}
      </div>
    </div>,
    document.body,
  )
}

/** After the last control, Tab leads to the first one, and back. */
function cycleFocus(event: KeyboardEvent<HTMLElement>): void {
  const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')].filter(control =>
    control.checkVisibility(),
  )
  const focused = controls.indexOf(document.activeElement as HTMLElement)
  event.preventDefault()
  controls.at((focused + (event.shiftKey ? -1 : 1)) % controls.length)?.focus()
}
