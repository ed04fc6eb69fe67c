import { useEffect, useId, useRef } from 'react'
import { t } from '../messages'
import light from './light-button.module.css'
import classes from './unsaved-question.module.css'

type Props = { readonly onKeep: () => void; readonly onDiscard: () => void }

/** At the foot of a dialog. The focus goes to the button that loses nothing, and back to the field. */
export function UnsavedQuestion({ onKeep, onDiscard }: Props) {
  const keep = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    keep.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <div className={classes.question} role="alertdialog" aria-labelledby={id}>
      <p id={id} className={classes.words}>
        {t('unsaved.title')}
      </p>
      <button type="button" className={light.button} data-danger onClick={onDiscard}>
        {t('unsaved.discard')}
      </button>
      <button ref={keep} type="button" className={light.button} data-main onClick={onKeep}>
        {t('unsaved.keep')}
      </button>
    </div>
  )
}
