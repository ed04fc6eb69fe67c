import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../messages'
import classes from './side-sheet.module.css'
import { useFocusBack } from './use-focus-back'
import { useOpenedLater } from './use-opened-later'

type Props = {
  readonly title: ReactNode
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A side sheet with the details of a list item; full-screen on a phone. */
export function SideSheet({ title, opened, onClose, children }: Props) {
  useFocusBack(opened)
  const ready = useOpenedLater(opened)
  return (
    <Drawer
      // Closed at once: the next key or click is for what is below.
      opened={ready && opened}
      onClose={onClose}
      title={title}
      position="right"
      size={520}
      overlayProps={{ backgroundOpacity: 0.35, blur: 2 }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      {children}
    </Drawer>
  )
}
