import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../messages'
import { submitOnce } from './double-submit'
import { errorSentence } from './error-sentence'
import form from './form.module.css'

type Props = {
  /** An error that belongs to no field: a sentence, or what a request failed with. */
  readonly error: unknown
  readonly save: string
  readonly saving: boolean
  readonly disabled?: boolean | undefined
  readonly danger?: boolean | undefined
  /** Without it the button submits the form. */
  readonly onSave?: (() => void) | undefined
  readonly onCancel: () => void
  /** The form to submit, if these are outside of it. */
  readonly formId?: string | undefined
  /** Above the buttons: what is still to be done. */
  readonly children?: ReactNode
}

/** The end of a form in a dialog: errors, cancel, submit. */
export function FormEnd(props: Props) {
  const { error, save, saving, disabled = false, danger = false, onSave, onCancel, formId, children } = props
  return (
    <div className={form.buttons}>
      {Boolean(error) && (
        <p role="alert" className={form.error}>
          {typeof error === 'string' ? error : errorSentence(error)}
        </p>
      )}
      {children}
      <Button variant="subtle" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button
        {...(onSave ? { onClick: onSave, ...submitOnce } : { type: 'submit' as const })}
        loading={saving}
        disabled={disabled}
        {...(formId ? { form: formId } : {})}
        {...(danger && { color: 'danger' })}
      >
        {save}
      </Button>
    </div>
  )
}
