import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../messages'
import { Dialog } from './dialog'
import { submitOnce } from './double-submit'
import { errorSentence } from './error-sentence'
import form from './form.module.css'

type Props = {
  readonly title: string
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly opened: boolean
  readonly pending: boolean
  readonly error: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, children, confirmLabel, opened, pending, error, onConfirm, onClose }: Props) {
  return (
    <Dialog title={title} opened={opened} spoken onClose={onClose}>
      <div className={form.form}>
        <div>{children}</div>
        <div className={form.buttons}>
          {Boolean(error) && (
            <p role="alert" className={form.error}>
              {errorSentence(error)}
            </p>
          )}
          <Button variant="subtle" onClick={onClose} data-autofocus>
            {t('action.cancel')}
          </Button>
          <Button color="danger" onClick={onConfirm} {...submitOnce} loading={pending}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
