import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { toast } from '../../ui/toast'
import { Toggle } from '../../ui/toggle'
import { tp } from './messages'
import { seriesTagsQuery, tagsQuery, useShareSeries } from './people.queries'
import { WhoSees } from './who-sees'

type Props = { readonly series: SeriesDto; readonly onClose: () => void }

/** The sharing tags of a series. */
export default function SeriesTagsDialog({ series, onClose }: Props) {
  const tags = useQuery(tagsQuery)
  const has = useQuery(seriesTagsQuery(series.id))
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const share = useShareSeries(series.id, () => {
    toast({ message: t('action.saved') })
    onClose()
  })
  const start = has.data?.map(({ id }) => id) ?? []
  const now = chosen ?? start
  const choose = (id: string, on: boolean) =>
    setChosen(before => (on ? [...(before ?? start), id] : (before ?? start).filter(each => each !== id)))
  const failed = tags.error ?? has.error ?? share.error
  return (
    <Dialog opened title={tp('people.share')} onClose={onClose}>
      <div className={form.form}>
        <p className={form.hint}>{tp('people.shareText', { title: series.title })}</p>
        {tags.data?.length === 0 && <p>{tp('people.shareNone')}</p>}
        {has.data &&
          tags.data?.map(({ id, name }) => (
            <Toggle key={id} label={name} on={now.includes(id)} onChange={on => choose(id, on)} />
          ))}
        {has.data && <WhoSees seriesId={series.id} />}
        <div className={form.buttons}>
          {failed && (
            <p role="alert" className={form.error}>
              {errorSentence(failed)}
            </p>
          )}
          <Button variant="subtle" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button loading={share.isPending} disabled={chosen === null} onClick={() => share.mutate(now)}>
            {tp('people.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
