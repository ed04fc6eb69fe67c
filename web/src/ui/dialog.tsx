import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../messages'
import classes from './dialog.module.css'
import { focusFirstField } from './first-field'
import { useOverlay } from './use-overlay'
import { useUnsavedQuestion } from './use-unsaved-question'
import { useWideScreen } from './use-wide-screen'

type Props = {
  readonly title: string
  readonly opened: boolean
  /** Closed by Escape, its close button or a click outside, it asks first if a form in it was changed. */
  readonly onClose: () => unknown
  /** Large dialogs fill the screen of a phone. */
  readonly large?: boolean
  /** Closed only by a button in it: its content is not shown again. */
  readonly firm?: boolean
  /** Its content is read out when it opens: a short text, no form. */
  readonly spoken?: boolean
  readonly children: ReactNode
}

/**
 * Mantine describes a dialog by the id of its body, and a screen reader would read out a whole form. It always sets the
 * description, but the body can do without the id.
 */
export const UNDESCRIBED = { body: { id: undefined } }

export function Dialog({ title, opened, onClose, large = false, firm = false, spoken = false, children }: Props) {
  const phone = !useWideScreen()
  const overlay = useOverlay(opened, onClose)
  const { tryClose, watched, guarded } = useUnsavedQuestion(opened, overlay.onClose)
  return (
    <Modal
      {...overlay}
      onClose={tryClose}
      title={title}
      size={large ? 780 : 440}
      fullScreen={large && phone}
      withCloseButton={!firm}
      closeOnEscape={overlay.closeOnEscape && !firm}
      closeOnClickOutside={!firm}
      {...(!spoken && { attributes: UNDESCRIBED })}
      radius={large && phone ? 0 : 'xl'}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      <div ref={focusFirstField} {...watched}>
        {guarded(children)}
      </div>
    </Modal>
  )
}
