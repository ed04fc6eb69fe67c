import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client'
import type { SeriesDto } from '../../api/types'
import { tr } from './messages'
import { Preview, usePreview } from './preview'
import { RegroupForm } from './regroup-form'
import { SeriesPicker } from './series-picker'

type Props = { readonly series: SeriesDto; readonly onClose: () => void }

/** Chooses the series that this one is merged into. */
export default function MergeSeriesDialog({ series, onClose }: Props) {
  const [target, setTarget] = useState<SeriesDto | null>(null)
  const navigate = useNavigate()
  const request = target && { params: { series_id: target.id }, body: { seriesId: series.id } }
  const preview = usePreview(
    ['merge', series.id, target?.id],
    request && (() => api.post('/api/v1/series/{series_id}/merge/preview', request)),
  )
  return (
    <RegroupForm
      title={tr('regroup.mergeTitle', { title: series.title })}
      submit={tr('regroup.merge')}
      done={tr('regroup.merged')}
      ready={request !== null && preview.data !== undefined && !preview.isPlaceholderData}
      act={async () => {
        if (!request) return { regroupings: [] }
        return api.post('/api/v1/series/{series_id}/merge', request)
      }}
      onDone={() => {
        onClose()
        if (target) void navigate({ to: '/series/$seriesId', params: { seriesId: target.id }, replace: true })
      }}
      onClose={onClose}
    >
      <SeriesPicker libraryId={series.libraryId} exceptId={series.id} picked={target} onPick={setTarget} />
      <Preview merges preview={preview} target={target?.title ?? ''} />
    </RegroupForm>
  )
}
