import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../messages'
import { UNDESCRIBED } from './dialog'
import classes from './side-sheet.module.css'
import { useOverlay } from './use-overlay'

type Props = {
  readonly title: ReactNode
  readonly opened: boolean
  readonly onClose: () => unknown
  readonly children: ReactNode
}

/** A side sheet with the details of a list item; full-screen on a phone. */
export function SideSheet({ title, opened, onClose, children }: Props) {
  const overlay = useOverlay(opened, onClose)
  return (
    <Drawer
      {...overlay}
      title={title}
      position="right"
      size={520}
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={UNDESCRIBED}
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
