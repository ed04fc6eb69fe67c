import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { t } from '../messages'
import classes from './dialog.module.css'

type Props = {
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
  /** Large dialogs fill the screen of a phone. */
  readonly large?: boolean
  readonly children: ReactNode
}

export function Dialog({ title, opened, onClose, large = false, children }: Props) {
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={large ? 780 : 440}
      fullScreen={large && phone}
      radius={large && phone ? 0 : 'xl'}
      transitionProps={{ duration: 140, transition: 'fade' }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      {children}
    </Modal>
  )
}
