import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { toast } from '../../ui/toast'
import classes from './external.module.css'
import { tx } from './messages'
import type { OwnRating, RatedKind } from './own-ratings'
import { rateMany, ratingsOfMany } from './rate-many'
import { ratingText } from './rating-text'
import { Stars } from './stars'

type Props = { readonly kind: RatedKind; readonly ids: readonly string[]; readonly onClose: () => void }

/** The same rating for one or several series or books. */
export default function RateDialog({ kind, ids, onClose }: Props) {
  const own = useQuery({
    queryKey: [...queryKeys[kind], 'own-ratings', ids],
    queryFn: ({ signal }) => ratingsOfMany(kind, ids, signal),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog opened title={tx('rating.rate', { count: ids.length })} onClose={onClose}>
      {own.error && <ErrorNotice error={own.error} onRetry={() => void own.refetch()} />}
      {own.data && <RateForm kind={kind} ids={ids} own={own.data} onClose={onClose} />}
    </Dialog>
  )
}

function RateForm({ kind, ids, own, onClose }: Props & { readonly own: ReadonlyMap<string, OwnRating> }) {
  const [points, setPoints] = useState(commonRating(ids, own))
  const rate = useMutation({
    mutationFn: (to: number | null) => rateMany(kind, ids, to),
    onSuccess: (undo, to) => {
      const run = () => void undo().catch(error => toast({ message: errorSentence(error), tone: 'bad' }))
      toast({
        message:
          to === null
            ? tx('rating.cleared', { count: own.size })
            : tx('rating.rated', { count: ids.length, rating: ratingText(to) }),
        action: { label: t('action.undo'), run },
      })
      onClose()
    },
  })
  return (
    <form
      className={form.form}
      data-transient
      onSubmit={event => {
        event.preventDefault()
        if (points !== null) rate.mutate(points)
      }}
    >
      <div className={classes.line}>
        <Stars points={points} onPoints={setPoints} />
        <span className={classes.points}>{points === null ? tx('rating.mine') : ratingText(points)}</span>
        {own.size > 0 && (
          <Button variant="subtle" size="compact-sm" disabled={rate.isPending} onClick={() => rate.mutate(null)}>
            {tx('rating.clear')}
          </Button>
        )}
      </div>
      <FormEnd
        error={rate.error}
        save={tx('rating.save')}
        saving={rate.isPending}
        disabled={points === null}
        onCancel={onClose}
      />
    </form>
  )
}

/** The rating that all have; null if they differ. */
function commonRating(ids: readonly string[], own: ReadonlyMap<string, OwnRating>): number | null {
  const [first = null, ...others] = new Set(ids.map(id => own.get(id)?.rating ?? null))
  return others.length > 0 ? null : first
}
