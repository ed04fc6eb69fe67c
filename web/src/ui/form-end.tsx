import { Button } from '@mantine/core'
import { t } from '../messages'
import form from './form.module.css'

type Props = {
  /** Errors that belong to no field. */
  readonly error: string | null | undefined
  readonly save: string
  readonly saving: boolean
  readonly onCancel: () => void
  /** The form to submit, if these are outside of it. */
  readonly formId?: string | undefined
}

/** The end of a form in a dialog: errors, cancel, submit. */
export function FormEnd({ error, save, saving, onCancel, formId }: Props) {
  return (
    <>
      {error && (
        <p role="alert" className={form.error}>
          {error}
        </p>
      )}
      <div className={form.buttons}>
        <Button variant="subtle" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" loading={saving} {...(formId ? { form: formId } : {})}>
          {save}
        </Button>
      </div>
    </>
  )
}
