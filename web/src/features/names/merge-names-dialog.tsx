import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FacetDetailDto, FacetDto } from '../../api/types'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { SearchField } from '../lists/search-field'
import classes from './dialogs.module.css'
import { tn } from './messages'
import { mergePreviewQuery, namesQuery, useMergeNames } from './names.queries'
import { countsOf } from './names-page'
import { tellChange } from './tell-change'

type Props = { readonly name: FacetDetailDto; readonly onClose: () => void }

const mostFound = 20

/** Merges other names into this one: chosen by search, with a preview. */
export function MergeNamesDialog({ name, onClose }: Props) {
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<readonly FacetDto[]>([])
  const names = useQuery(namesQuery({ kind: name.kind, q, sort: 'name', page: 1 }, mostFound))
  const found = names.data?.data ?? []
  const ids = chosen.map(each => each.id)
  const preview = useQuery(mergePreviewQuery(name, ids))
  const merge = useMergeNames(name)
  const offered = [...chosen, ...found.filter(each => each.id !== name.id && !ids.includes(each.id))]
  const toggle = (each: FacetDto) =>
    setChosen(now => (ids.includes(each.id) ? now.filter(one => one.id !== each.id) : [...now, each]))
  const error = merge.error ?? preview.error
  return (
    <Dialog opened large title={tn('names.mergeTitle', { name: name.name })} onClose={onClose}>
      <div className={form.form}>
        <p className={form.hint}>{tn('names.mergeHint', { name: name.name })}</p>
        <SearchField label={tn('names.search')} text={q} onText={setQ} />
        <ul className={classes.choices}>
          {offered.map(each => (
            <li key={each.id}>
              <label className={classes.choice}>
                <input type="checkbox" checked={ids.includes(each.id)} onChange={() => toggle(each)} />
                <bdi>{each.name}</bdi>
                <span>{countsOf(each)}</span>
              </label>
            </li>
          ))}
        </ul>
        {names.data && offered.length === 0 && <p role="status">{tn('names.noOther')}</p>}
        {preview.data && ids.length > 0 && (
          <p role="status">
            {tn('names.mergePreview', {
              books: t('books.count', { count: preview.data.books }),
              series: t('series.count', { count: preview.data.series }),
            })}
          </p>
        )}
        <div className={form.buttons}>
          {Boolean(error) && (
            <p role="alert" className={form.error}>
              {errorSentence(error)}
            </p>
          )}
          <Button variant="subtle" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button
            disabled={ids.length === 0}
            loading={merge.isPending}
            onClick={() =>
              merge.mutate(ids, {
                onSuccess: ({ taskId }) => {
                  const message = tn(taskId ? 'names.mergingLater' : 'names.merged', { name: name.name })
                  void tellChange(name, 'merge', message)
                  onClose()
                },
              })
            }
          >
            {tn('names.mergeChosen', { count: ids.length })}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
