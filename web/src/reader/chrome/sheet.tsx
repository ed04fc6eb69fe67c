import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { wayBack } from '../../ui/lost-focus'
import { enterDialog } from '../../ui/top-dialog'
import { useRootAttribute } from '../../ui/use-root-attribute'
import { useUnsavedQuestion } from '../../ui/use-unsaved-question'
import { tr } from '../messages'
import { BarButton } from './bar-button'
import classes from './sheet.module.css'

type Props = {
  readonly title: string
  readonly onClose: () => void
  /** `side` is at the right edge (at the bottom on a phone), `middle` floats, `full` covers everything. */
  readonly place?: 'side' | 'middle' | 'full'
  /** The book is not dimmed: its look is being changed. */
  readonly clear?: boolean
  readonly children: ReactNode
}

/** A panel above the book. The dialog element keeps the focus inside, closes on Escape and returns the focus to a control used by keyboard. */
export function Sheet({ title, onClose, place = 'side', clear = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { tryClose, watched, guarded } = useUnsavedQuestion(true, onClose)
  const isPressedOutside = useRef(false)
  useRootAttribute('data-dimmed', clear ? null : '')
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    // After a click, the next key is for the book, and so is one in a chapter's frame.
    const isByKeyboard = opener instanceof HTMLIFrameElement || opener?.matches(':focus-visible') === true
    const near = opener instanceof HTMLElement && isByKeyboard ? wayBack(opener) : null
    if (!element) return
    if (!element.open) {
      element.showModal()
      // The main control gets the focus; by default the browser would choose the close button.
      element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    }
    const leave = enterDialog(element)
    return () => {
      leave()
      element.close()
      // The dialog does this itself only while it is in the document.
      if (isByKeyboard && opener instanceof HTMLElement) opener.focus()
      // A mark that was deleted has no button any more.
      near?.()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.sheet}
      data-place={place}
      data-clear={clear}
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        tryClose()
      }}
      onPointerDown={event => {
        isPressedOutside.current = event.target === event.currentTarget
      }}
      onClick={event => {
        // Not after text was selected by dragging from inside to outside.
        if (event.target === event.currentTarget && isPressedOutside.current) tryClose()
      }}
      onKeyDown={event => {
        // F6 leads to a message above the panel.
        if (event.key !== 'F6') event.stopPropagation()
      }}
    >
      <div className={classes.inside}>
        <div className={classes.head}>
          <h2 className={classes.title}>{title}</h2>
          <BarButton label={tr('close')} icon={<IconX size={20} />} onClick={tryClose} />
        </div>
        <div className={classes.body} {...watched}>
          {guarded(children)}
        </div>
      </div>
    </dialog>
  )
}
