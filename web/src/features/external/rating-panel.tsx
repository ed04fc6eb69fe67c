import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { lazyPart } from '../../ui/lazy-part'
import { LongText } from '../../ui/long-text'
import classes from './external.module.css'
import { averageQuery, ratingQuery, type Subject, sitesQuery, useRate } from './external.queries'
import { tx } from './messages'
import { ratingText } from './rating-text'
import { isOfFile } from './site-name'
import { Stars } from './stars'

const RatingNotes = lazyPart(() => import('./rating-notes'))

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
        <Suspense>
          <RatingNotes
            rating={own.rating}
            notes={own.notes}
            pending={rate.isPending}
            onSave={body => rate.mutate(body, { onSuccess: () => setOpen(false) })}
            onCancel={() => setOpen(false)}
          />
        </Suspense>
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
