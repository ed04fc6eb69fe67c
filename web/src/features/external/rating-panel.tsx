import '../../ui/fields.css'
import { Button, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { LeaveGuard } from '../../ui/leave-guard'
import { LongText } from '../../ui/long-text'
import classes from './external.module.css'
import { averageQuery, ratingQuery, type Subject, sitesQuery, useRate } from './external.queries'
import { tx } from './messages'
import { ratingText } from './rating-text'
import { isOfFile } from './site-name'
import { Stars } from './stars'

/** The person's rating with notes, the average of all, and the one in the file. Stars are saved at once, notes on request. */
export function RatingPanel({ of }: { readonly of: Subject }) {
  const own = useQuery(ratingQuery(of)).data
  const average = useQuery(averageQuery(of)).data
  const ofFile = useQuery(sitesQuery(of)).data?.ratings.filter(isOfFile) ?? []
  const rate = useRate(of)
  const [open, setOpen] = useState(false)
  const wasOpen = useRef(false)
  const rating = own?.rating ?? null
  const save = (points: number | null) => {
    if (points !== null) rate.mutate({ rating: points, notes: own?.notes || null })
    else if (own) rate.mutate(null)
  }
  if (own === undefined) return null
  return (
    <section className={classes.part} aria-label={tx('rating.title')}>
      <div className={classes.line} data-row>
        <Stars points={rating} onPoints={save} />
        <span className={classes.points} role="status">
          {rating === null ? tx('rating.mine') : ratingText(rating)}
        </span>
        {own && !open && (
          <Button
            variant="subtle"
            size="compact-sm"
            autoFocus={wasOpen.current}
            onClick={() => {
              wasOpen.current = true
              setOpen(true)
            }}
          >
            {own.notes ? tx('rating.notes') : tx('rating.notesAdd')}
          </Button>
        )}
        {own && (
          <IconButton label={tx('rating.clear')} onClick={() => rate.mutate(null)}>
            <IconTrash size={19} stroke={1.6} />
          </IconButton>
        )}
      </div>
      {own?.notes && !open && <LongText text={own.notes} lines={6} className={classes.notes} />}
      {own && open && (
        <Notes
          rating={own.rating}
          notes={own.notes}
          pending={rate.isPending}
          onSave={body => rate.mutate(body, { onSuccess: () => setOpen(false) })}
          onCancel={() => setOpen(false)}
        />
      )}
      {average && average.count > 0 && (
        <p className={classes.quiet}>
          {tx('rating.average', { average: ratingText(average.average ?? 0), count: average.count })}
        </p>
      )}
      {ofFile.map(({ id, rating }) => (
        <p key={id} className={classes.quiet}>
          {tx('rating.ofFile', { rating: ratingText(rating) })}
        </p>
      ))}
      {rate.error && (
        <p role="alert" className={classes.error}>
          {errorSentence(rate.error)}
        </p>
      )}
    </section>
  )
}

type NotesProps = {
  readonly rating: number
  readonly notes: string
  readonly pending: boolean
  readonly onSave: (body: { readonly rating: number; readonly notes: string | null }) => void
  readonly onCancel: () => void
}

function Notes({ rating, notes, pending, onSave, onCancel }: NotesProps) {
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
