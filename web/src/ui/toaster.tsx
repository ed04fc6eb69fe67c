import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../messages'
import floating from './floating-bar.module.css'
import { FLOATS_ABOVE, leaveFloating } from './floating-keys'
import { painted } from './painted'
import type { ToastText } from './toast-text'
import classes from './toaster.module.css'
import { useTopDialog } from './top-dialog'

const MOST_SHOWN = 3
let lastId = 0
const plain = 5000
/** Long enough to read it and press F6. With the focus in it, a message stays. */
const withAction = 12_000

/** A screen reader says only what comes into a place that it has seen empty. */
let seeEmpty: () => void
const seenEmpty = new Promise<void>(resolve => {
  seeEmpty = resolve
})

export default function Toaster() {
  useEffect(() => void painted().then(seeEmpty), [])
  const dialog = useTopDialog()
  useEffect(() => measured(dialog ?? document.body), [dialog])
  return createPortal(
    <Notifications
      aria-live="polite"
      position="bottom-center"
      autoClose={plain}
      limit={MOST_SHOWN}
      containerWidth={420}
      zIndex={400}
      withinPortal={false}
      classNames={{ root: classes.place ?? '' }}
    />,
    dialog ?? document.body,
  )
}

/** Dialogs leave this much free at the bottom of the window. */
function measured(around: Element) {
  const place = around.querySelector<HTMLElement>(`.${classes.place}[data-position="bottom-center"]`)
  if (!place) return
  const { style } = document.documentElement
  const height = new ResizeObserver(() => {
    const isShown = notificationsStore.getState().notifications.length > 0
    if (isShown) style.setProperty('--toasts', `calc(${place.offsetHeight}px + 2 * var(--space-3))`)
    else style.removeProperty('--toasts')
  })
  height.observe(place)
  return () => height.disconnect()
}

/** Shows a toast at once: if there is no room, the oldest one is removed. */
export async function showToast({ message, action, tone }: ToastText): Promise<void> {
  await seenEmpty
  const shown = notificationsStore.getState().notifications
  for (const oldest of shown.slice(0, Math.max(0, shown.length - MOST_SHOWN + 1))) notifications.hide(oldest.id ?? '')
  const byKeys = document.activeElement?.matches(':focus-visible') ?? false
  const autoClose = action ? withAction : plain
  const id = `toast-${++lastId}`
  const content = (
    <span className={classes.line}>
      <span>{message}</span>
      {action && (
        <button
          type="button"
          className={classes.action}
          aria-keyshortcuts="F6"
          onClick={() => {
            notifications.hide(id)
            action.run()
          }}
        >
          {action.label}
          {byKeys && (
            <kbd className={floating.key} aria-hidden>
              F6
            </kbd>
          )}
        </button>
      )}
    </span>
  )
  const stayWhile = (focused: boolean) =>
    notifications.update({ id, message: content, autoClose: !focused && autoClose })
  notifications.show({
    id,
    autoClose,
    // Mantine closes it on time, unless the pointer is on it.
    onFocusCapture: () => stayWhile(true),
    onBlurCapture: ({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || stayWhile(false),
    // Not for F6: a success without an action closes by itself.
    ...((action || tone === 'bad') && FLOATS_ABOVE),
    // Only a failure interrupts what is being read out.
    role: tone === 'bad' ? 'alert' : 'status',
    onClose: ({ id }) => {
      if (document.activeElement?.closest(`[id="${id}"]`)) leaveFloating()
    },
    withBorder: false,
    color: 'danger',
    mod: { quiet: tone !== 'bad' },
    classNames: { root: classes.toast ?? '', body: classes.body ?? '', description: classes.text ?? '' },
    closeButtonProps: { 'aria-label': t('action.close') },
    message: content,
  })
}
