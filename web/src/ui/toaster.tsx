import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import { t } from '../messages'
import type { ToastText } from './toast-text'
import classes from './toaster.module.css'

const MOST_SHOWN = 3

export default function Toaster() {
  return (
    <Notifications
      position="bottom-center"
      autoClose={5000}
      limit={MOST_SHOWN}
      containerWidth={420}
      zIndex={400}
      classNames={{ root: classes.place ?? '' }}
    />
  )
}

/** Shows a toast at once: if there is no room, the oldest one is removed. */
export function showToast({ message, action, tone }: ToastText): void {
  const shown = notificationsStore.getState().notifications
  for (const oldest of shown.slice(0, Math.max(0, shown.length - MOST_SHOWN + 1))) notifications.hide(oldest.id ?? '')
  const id = notifications.show({
    withBorder: false,
    color: 'danger',
    mod: { quiet: tone !== 'bad' },
    classNames: { root: classes.toast ?? '', body: classes.body ?? '', description: classes.text ?? '' },
    closeButtonProps: { 'aria-label': t('action.close') },
    message: (
      <span className={classes.line}>
        <span>{message}</span>
        {action && (
          <button
            type="button"
            className={classes.action}
            onClick={() => {
              notifications.hide(id)
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
      </span>
    ),
  })
}
