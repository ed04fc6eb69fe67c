import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { tr } from '../messages'
import { BarButton } from './bar-button'
import classes from './sheet.module.css'

type Props = {
  readonly title: string
  readonly onClose: () => void
  /** `side` is at the right edge (at the bottom on a phone), `middle` floats, `full` covers everything. */
  readonly place?: 'side' | 'middle' | 'full'
  readonly children: ReactNode
}

/** A panel above the book. The dialog element keeps the focus inside, closes on Escape and restores the focus. */
export function Sheet({ title, onClose, place = 'side', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) {
      element.showModal()
      // The main control gets the focus; by default the browser would choose the close button.
      element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    }
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.sheet}
      data-place={place}
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => {
        if (event.target === event.currentTarget) onClose()
      }}
      onKeyDown={event => event.stopPropagation()}
    >
      <div className={classes.inside}>
        <div className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          <BarButton label={tr('close')} icon={<IconX size={20} />} onClick={onClose} />
        </div>
        <div className={classes.body}>{children}</div>
      </div>
    </dialog>
  )
}
