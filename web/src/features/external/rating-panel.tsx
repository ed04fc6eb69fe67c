import '@mantine/core/styles/Rating.layer.css'
import '../../ui/fields.css'
import { Button, Rating, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentLocale, t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { LeaveGuard } from '../../ui/leave-guard'
import { LongText } from '../../ui/long-text'
import classes from './external.module.css'
import { averageQuery, ratingQuery, type Subject, useRate } from './external.queries'
import { tx } from './messages'
import { ratingText } from './own-ratings'

/** Five stars with halves: ten steps of ten points. */
const pointsOfStar = 20

/** The person's rating with notes, and the average of all. Stars are saved at once, points and notes on request. */
export function RatingPanel({ of }: { readonly of: Subject }) {
  const own = useQuery(ratingQuery(of)).data
  const average = useQuery(averageQuery(of)).data
  const rate = useRate(of)
  const [open, setOpen] = useState(false)
  const rating = own?.rating ?? null
  const save = (points: number) => rate.mutate({ rating: points, notes: own?.notes || null })
  if (own === undefined) return null
  return (
    <section className={classes.part} aria-label={tx('rating.title')}>
      <div className={classes.line}>
        <Rating
          role="radiogroup"
          aria-label={tx('rating.mine')}
          value={rating === null ? 0 : rating / pointsOfStar}
          fractions={2}
          size="touch"
          className={classes.stars ?? ''}
          color="var(--accent)"
          getSymbolLabel={value => tx('rating.stars', { value })}
          onChange={stars => save(Math.max(1, Math.round(stars * pointsOfStar)))}
        />
        <span className={classes.points}>{rating === null ? tx('rating.mine') : ratingText(rating)}</span>
        {own && !open && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
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
          {tx('rating.average', { average: pointsText(average.average ?? 0), count: average.count })}
        </p>
      )}
      {rate.error && (
        <p role="alert" className={classes.error}>
          {errorSentence(rate.error)}
        </p>
      )}
    </section>
  )
}

const pointsText = (points: number) =>
  new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 1 }).format(points)

type NotesProps = {
  readonly rating: number
  readonly notes: string
  readonly pending: boolean
  readonly onSave: (body: { readonly rating: number; readonly notes: string | null }) => void
  readonly onCancel: () => void
}

function Notes({ rating, notes, pending, onSave, onCancel }: NotesProps) {
  const [points, setPoints] = useState(String(rating))
  const [text, setText] = useState(notes)
  const number = /^\d{1,3}$/.test(points.trim()) ? Number(points) : 0
  const isWrong = number < 1 || number > 100
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        onSave({ rating: number, notes: text.trim() || null })
      }}
    >
      <TextInput
        label={tx('rating.points')}
        inputMode="numeric"
        value={points}
        error={isWrong}
        onChange={event => setPoints(event.currentTarget.value)}
      />
      <Textarea
        label={tx('rating.notes')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={pending} disabled={isWrong}>
          {tx('rating.save')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
      </div>
      {(text.trim() !== notes || points !== String(rating)) && (
        <LeaveGuard title={t('unsaved.title')} leaveLabel={t('unsaved.discard')}>
          {t('unsaved.text')}
        </LeaveGuard>
      )}
    </form>
  )
}
