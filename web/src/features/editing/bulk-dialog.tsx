import '../../ui/fields.css'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import type { BulkEditDto, BulkEditPreviewDto } from '@octavo/contract/bulk-edit'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../messages'
import { fieldLabel } from '../../messages/field-label'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { Toggle } from '../../ui/toggle'
import { useUnsaved } from '../../ui/unsaved'
import { BULK_CHOICES, type BulkChoice, bulkActionOf, mindsLocks } from './bulk-actions'
import { type BulkRequest, previewBulkEdit, revertBulkEdit, startBulkEdit } from './bulk-edit.queries'
import { BulkPreview } from './bulk-preview'
import { BulkProgress, bulkSentence, isOver, useBulkEdit } from './bulk-progress'
import { ChipsField } from './chips-field'
import type { DraftValue } from './draft.rules'
import { FIELDS, type Subject } from './edited-fields'
import classes from './editing.module.css'
import { FieldInput } from './field-row'
import { te } from './messages'

/** The selection: chosen items, and the filter of their list. */
export interface BulkChosen {
  readonly kind: Subject
  readonly ids: ReadonlySet<string>
  /** The filter as a selection in a request. */
  readonly filter: object
  readonly total: number | null
}

type Props = { readonly chosen: BulkChosen; readonly onClose: () => void }

/** Bulk edit: first shows a preview; the edit can be undone as a whole, also after the dialog is closed. */
export function BulkDialog({ chosen, onClose }: Props) {
  const [editId, setEditId] = useState<string | null>(null)
  const [isAll, setIsAll] = useState(false)
  const count = (isAll ? chosen.total : null) ?? chosen.ids.size
  const edit = useBulkEdit(editId)
  const close = () => {
    if (edit) sayGoodbye(edit)
    onClose()
  }
  return (
    <Dialog
      large
      opened
      title={te(chosen.kind === 'series' ? 'bulk.headingSeries' : 'bulk.headingBooks', { count })}
      onClose={close}
    >
      {editId === null ? (
        <BulkForm chosen={chosen} isAll={isAll} setIsAll={setIsAll} onStarted={setEditId} onClose={onClose} />
      ) : (
        edit && <BulkProgress edit={edit} onStarted={setEditId} onClose={close} />
      )}
    </Dialog>
  )
}

/** Running edits continue; ended ones can still be undone. */
function sayGoodbye(edit: BulkEditDto): void {
  if (!isOver(edit)) toast({ message: te('bulk.goesOn') })
  else if (edit.canRevert && edit.action !== 'revert') {
    const run = () => {
      revertBulkEdit(edit.id).then(
        () => toast({ message: te('bulk.undoing') }),
        error => toast({ message: errorSentence(error), tone: 'bad' }),
      )
    }
    toast({ message: bulkSentence(edit), action: { label: te('editing.undo'), run } })
  }
}

type FormProps = Props & {
  /** All results rather than the selected ones. */
  readonly isAll: boolean
  readonly setIsAll: (isAll: boolean) => void
  readonly onStarted: (editId: string) => void
}

function BulkForm({ chosen, isAll, setIsAll, onStarted, onClose }: FormProps) {
  const { kind, ids, filter, total } = chosen
  const fields = FIELDS[kind].filter(({ bulk }) => bulk)
  const [choice, setChoice] = useState<BulkChoice>('edit')
  const [name, setName] = useState(fields[0]?.name ?? '')
  const [value, setValue] = useState<DraftValue>('')
  const [includeLocked, setIncludeLocked] = useState(false)
  const isLocking = choice === 'lock' || choice === 'unlock'
  const choices = isLocking ? FIELDS[kind] : fields
  const field = choices.find(each => each.name === name) ?? choices[0]
  const takesNames = /Genres$|Tags$/.test(choice)
  const action = bulkActionOf(
    choice,
    field,
    takesNames ? asNames(value) : choice === 'custom' ? value : asValue(field?.kind, value),
  )
  const selection = isAll ? filter : { ids: [...ids] }
  const request: BulkRequest | null = action && { selection, action, includeLocked }
  // The first choice is complete as it is; nothing is lost with it.
  const [isTouched, setTouched] = useState(false)
  useUnsaved(isTouched && request !== null)
  const preview = useMutation({ mutationFn: (body: BulkRequest) => previewBulkEdit(kind, body) })
  const start = useMutation({
    mutationFn: (body: BulkRequest) => startBulkEdit(kind, body),
    onSuccess: ({ editId }) => onStarted(editId),
  })
  const change = <T,>(set: (value: T) => void, value: T) => {
    set(value)
    setTouched(true)
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
      {choice === 'custom' && (
        <Textarea
          label={te('bulk.patch')}
          description={te('bulk.patchHint')}
          placeholder='{ "shelf": "A3" }'
          rows={5}
          spellCheck={false}
          autoComplete="off"
          value={typeof value === 'string' ? value : ''}
          error={
            typeof value === 'string' && value.trim() !== '' && action === null ? te('bulk.patchWrong') : undefined
          }
          onChange={event => change(setValue, event.currentTarget.value)}
        />
      )}
      {mindsLocks(choice) && (
        <Toggle label={te('bulk.includeLocked')} on={includeLocked} onChange={on => change(setIncludeLocked, on)} />
      )}
      {preview.data && <BulkPreview preview={preview.data} choice={choice} />}
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
          disabled={request === null || (preview.data !== undefined && countOf(preview.data) === 0)}
          loading={preview.isPending || start.isPending}
        >
          {isPreviewed ? te('bulk.apply', { count: countOf(preview.data) }) : te('bulk.preview')}
        </Button>
      </div>
    </form>
  )
}

/** Number of possibly changed items: all that were not previewed. */
function countOf({ matched, checked, changed }: BulkEditPreviewDto): number {
  return changed + matched - checked
}

function asNames(value: DraftValue): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

function asValue(kind: string | undefined, value: DraftValue): DraftValue {
  if (kind === 'people' || kind === 'chips') return Array.isArray(value) ? value : []
  return typeof value === 'string' ? value : ''
}
