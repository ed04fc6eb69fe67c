import '../../ui/fields.css'
import { Button, NativeSelect } from '@mantine/core'
import type { BulkEditDto, BulkEditPreviewDto } from '@octavo/contract/bulk-edit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '../../messages'
import { fieldLabel } from '../../messages/field-label'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import { Toggle } from '../../ui/toggle'
import { BULK_CHOICES, type BulkChoice, bulkActionOf } from './bulk-actions'
import {
  type BulkRequest,
  cancelTask,
  previewBulkEdit,
  readBulkEdit,
  revertBulkEdit,
  startBulkEdit,
} from './bulk-edit.queries'
import { ChipsField } from './chips-field'
import type { DraftValue } from './draft.rules'
import { FIELDS, type Subject } from './edited-fields'
import classes from './editing.module.css'
import { FieldInput } from './field-row'
import { fieldText } from './field-text.rules'
import { te } from './messages'

/** What is chosen: some by hand, and the filter that they are found by. */
export interface BulkChosen {
  readonly kind: Subject
  readonly ids: ReadonlySet<string>
  /** The selection of the filter, as requests have it. */
  readonly filter: object
  readonly total: number | null
}

type Props = { readonly chosen: BulkChosen; readonly onClose: () => void }

/** Changes many books or series: what it does is shown first, and it can be undone as a whole. */
export function BulkDialog({ chosen, onClose }: Props) {
  const [editId, setEditId] = useState<string | null>(null)
  return (
    <Dialog large opened title={te('bulk.heading')} onClose={onClose}>
      {editId === null ? (
        <BulkForm chosen={chosen} onStarted={setEditId} onClose={onClose} />
      ) : (
        <BulkProgress key={editId} editId={editId} onStarted={setEditId} onClose={onClose} />
      )}
    </Dialog>
  )
}

function BulkForm({ chosen, onStarted, onClose }: Props & { readonly onStarted: (editId: string) => void }) {
  const { kind, ids, filter, total } = chosen
  const fields = FIELDS[kind].filter(({ bulk }) => bulk)
  const [isAll, setIsAll] = useState(false)
  const [choice, setChoice] = useState<BulkChoice>('edit')
  const [name, setName] = useState(fields[0]?.name ?? '')
  const [value, setValue] = useState<DraftValue>('')
  const [includeLocked, setIncludeLocked] = useState(false)
  const isLocking = choice === 'lock' || choice === 'unlock'
  const choices = isLocking ? FIELDS[kind] : fields
  const field = choices.find(each => each.name === name) ?? choices[0]
  const takesNames = /Genres$|Tags$/.test(choice)
  const action = bulkActionOf(choice, field, takesNames ? asNames(value) : asValue(field?.kind, value))
  const selection = isAll ? filter : { ids: [...ids] }
  const request: BulkRequest | null = action && { selection, action, includeLocked }
  const preview = useMutation({ mutationFn: (body: BulkRequest) => previewBulkEdit(kind, body) })
  const start = useMutation({
    mutationFn: (body: BulkRequest) => startBulkEdit(kind, body),
    onSuccess: ({ editId }) => onStarted(editId),
  })
  const change = <T,>(set: (value: T) => void, value: T) => {
    set(value)
    preview.reset()
  }
  const problem = preview.error ?? start.error
  const isPreviewed = preview.data !== undefined
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        if (request) (isPreviewed ? start : preview).mutate(request)
      }}
    >
      {total !== null && total > ids.size && (
        <NativeSelect
          label={te('bulk.scope')}
          value={isAll ? 'all' : 'selected'}
          onChange={event => change(setIsAll, event.currentTarget.value === 'all')}
          data={[
            { value: 'selected', label: te('bulk.selected', { count: ids.size }) },
            { value: 'all', label: te('bulk.all', { count: total }) },
          ]}
        />
      )}
      <NativeSelect
        label={te('bulk.action')}
        value={choice}
        onChange={event => {
          change(setValue, '')
          setChoice(BULK_CHOICES.find(each => each === event.currentTarget.value) ?? 'edit')
        }}
        data={BULK_CHOICES.map(each => ({ value: each, label: te(`bulk.${each}`) }))}
      />
      {(choice === 'edit' || isLocking) && field && (
        <NativeSelect
          label={te('bulk.field')}
          value={field.name}
          onChange={event => {
            change(setName, event.currentTarget.value)
            setValue('')
          }}
          data={choices.map(each => ({ value: each.name, label: fieldLabel(each.name, 'edit') }))}
        />
      )}
      {choice === 'edit' && field && (
        <FieldInput
          field={field}
          value={asValue(field.kind, value)}
          error={undefined}
          onChange={now => change(setValue, now)}
        />
      )}
      {takesNames && (
        <ChipsField
          label={te(`bulk.${choice}`)}
          names={asNames(value)}
          error={undefined}
          onChange={now => change(setValue, now)}
        />
      )}
      {!isLocking && !['renumber', 'analyze', 'thumbnails'].includes(choice) && (
        <Toggle label={te('bulk.includeLocked')} on={includeLocked} onChange={on => change(setIncludeLocked, on)} />
      )}
      {preview.data && <Preview preview={preview.data} />}
      <div className={classes.foot}>
        {problem && (
          <p role="alert" className={classes.error}>
            {errorSentence(problem)}
          </p>
        )}
        <Button variant="subtle" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          type="submit"
          disabled={request === null || preview.data?.changed === 0}
          loading={preview.isPending || start.isPending}
        >
          {isPreviewed ? te('bulk.apply', { count: preview.data.changed }) : te('bulk.preview')}
        </Button>
      </div>
    </form>
  )
}

function asNames(value: DraftValue): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

function asValue(kind: string | undefined, value: DraftValue): DraftValue {
  if (kind === 'people' || kind === 'chips') return Array.isArray(value) ? value : []
  return typeof value === 'string' ? value : ''
}

function Preview({ preview }: { readonly preview: BulkEditPreviewDto }) {
  const { matched, changed, skipped, examples } = preview
  return (
    <div className={classes.history} role="status">
      <p>{te('bulk.changes', { changed, matched })}</p>
      <Skipped skipped={skipped} />
      <ul>
        {examples.slice(0, 20).map(({ id, title, changes }) => (
          <li key={id}>
            <strong>{title}</strong>
            {changes.map(({ field, before, after }) => (
              <span key={field} className={classes.change}>
                {te('history.change', {
                  field: fieldLabel(field, 'edit'),
                  before: fieldText(before) || te('editing.none'),
                  after: fieldText(after) || te('editing.none'),
                })}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Skipped({ skipped }: Pick<BulkEditDto, 'skipped'>) {
  return skipped.map(({ field, count }) => (
    <p key={field} className={classes.small}>
      {te('bulk.skipped', { count, field: fieldLabel(field, 'edit') })}
    </p>
  ))
}

/** How far an edit is, and the way back when it has ended. */
function BulkProgress({
  editId,
  onStarted,
  onClose,
}: {
  readonly editId: string
  readonly onStarted: (editId: string) => void
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['bulk-edit', editId],
    queryFn: ({ signal }) => readBulkEdit(editId, signal),
    refetchInterval: ({ state }) => (isOver(state.data) ? false : 1000),
    gcTime: 0,
  })
  const over = isOver(data)
  useEffect(() => {
    if (over) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk-edit' })
  }, [over, client])
  const undo = useMutation({
    mutationFn: () => revertBulkEdit(editId),
    onSuccess: started => onStarted(started.editId),
  })
  const cancel = useMutation({ mutationFn: () => cancelTask(data?.taskId ?? '') })
  if (!data) return null
  const canUndo = over && data.changed > 0 && !['renumber', 'analyze', 'thumbnails'].includes(data.action)
  return (
    <div className={classes.form}>
      <progress
        className={classes.progress}
        max={Math.max(1, data.matched)}
        value={over ? data.matched || 1 : data.changed}
      />
      <p role="status">{te(`bulk.state.${data.state}`, { changed: data.changed, matched: data.matched })}</p>
      <Skipped skipped={data.skipped} />
      <div className={classes.foot}>
        {undo.error && (
          <p role="alert" className={classes.error}>
            {errorSentence(undo.error)}
          </p>
        )}
        {!over && (
          <Button variant="subtle" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('action.cancel')}
          </Button>
        )}
        {canUndo && (
          <Button variant="subtle" loading={undo.isPending} onClick={() => undo.mutate()}>
            {te('editing.undo')}
          </Button>
        )}
        <Button onClick={onClose}>{t('action.close')}</Button>
      </div>
    </div>
  )
}

function isOver(edit: BulkEditDto | undefined): boolean {
  return edit !== undefined && edit.state !== 'pending' && edit.state !== 'running'
}
