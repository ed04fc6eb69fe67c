import '../../ui/fields.css'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../messages'
import { LeaveGuard } from '../../ui/leave-guard'
import classes from './external.module.css'
import { tx } from './messages'

type Props = {
  readonly rating: number
  readonly notes: string
  readonly pending: boolean
  readonly onSave: (body: { readonly rating: number; readonly notes: string | null }) => void
  readonly onCancel: () => void
}

/** The form of the notes to a rating. */
export default function RatingNotes({ rating, notes, pending, onSave, onCancel }: Props) {
  const [text, setText] = useState(notes)
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        onSave({ rating, notes: text.trim() || null })
      }}
    >
      <Textarea
        label={tx('rating.notes')}
        autoFocus
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={pending}>
          {tx('rating.save')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
      {text.trim() !== notes && (
        <LeaveGuard title={t('unsaved.title')} leaveLabel={t('unsaved.discard')}>
          {t('unsaved.text')}
        </LeaveGuard>
      )}
    </form>
  )
}
