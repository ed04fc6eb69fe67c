import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RegroupingPreview } from '../../api/types'
import { ErrorNotice } from '../../ui/error-notice'
import form from '../../ui/form.module.css'
import { PassesOn } from '../duplicates/passes-on'
import { tr } from './messages'
import classes from './regrouping.module.css'

/** Previews the result, again for each choice. */
export function usePreview(key: readonly unknown[], ask: (() => Promise<RegroupingPreview>) | null) {
  return useQuery({
    queryKey: ['regrouping preview', ...key],
    queryFn: ask ?? (() => Promise.reject(new Error('Nothing is chosen'))),
    enabled: ask !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // What is below does not move with each choice.
    ...(ask !== null && { placeholderData: keepPreviousData }),
  })
}

type Props = {
  readonly preview: ReturnType<typeof usePreview>
  readonly target: string
  readonly merges?: boolean
}

export function Preview({ preview, target, merges = false }: Props) {
  const { data, error } = preview
  if (error) return <ErrorNotice error={error} onRetry={() => void preview.refetch()} />
  return (
    // Also while it is empty, so that its text is read out.
    <div className={classes.preview} aria-live="polite">
      {data && target !== '' && <p>{tr('regroup.moves', { count: data.books, title: target })}</p>}
      {data?.fromSeries.map(({ id, title, left }) => (
        <p key={id} className={form.hint}>
          {left === 0 ? tr('regroup.leavesNone', { title }) : tr('regroup.leaves', { left, title })}
        </p>
      ))}
      {data && merges && <p className={form.hint}>{tr('regroup.keeps', { title: target })}</p>}
      {data && data.passesOn.length > 0 && <PassesOn counts={data.passesOn} />}
    </div>
  )
}
