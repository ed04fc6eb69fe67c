import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { ApiError } from '../../api/client'
import { t } from '../../messages'
import { fieldLabel } from '../../messages/field-label'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence, fieldOf } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { useUnsaved } from '../../ui/unsaved'
import { AlternateTitles } from './alternate-titles'
import { type Draft, type DraftValue, draftOf, editOf, isChanged, type Locks, locksAfter } from './draft.rules'
import { FIELDS, SECTIONS, type Subject } from './edited-fields'
import classes from './editing.module.css'
import { FieldRow } from './field-row'
import { HistoryPanel } from './history-panel'
import { te } from './messages'
import { readMetadata, sendEdit, type Versioned } from './metadata.queries'
import { readProvenance, revert, revertLast } from './provenance.queries'
import { SourcesPanel } from './sources-panel'

export type EditedThing = { readonly subject: Subject; readonly id: string; readonly title: string }
type Props = { readonly thing: EditedThing; readonly onClose: () => void }

/** All editable fields of a book or series, each with its lock. */
export function MetadataDialog({ thing, onClose }: Props) {
  const { subject, id, title } = thing
  const { data, error, refetch } = useQuery({
    queryKey: ['editing', subject, id],
    queryFn: ({ signal }) => readMetadata(subject, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  return (
    <Dialog large opened title={te('editing.heading', { title })} onClose={onClose}>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data && (
        <MetadataForm
          key={data.version}
          thing={thing}
          first={data}
          history={{ opened: isHistoryOpen, onOpened: setHistoryOpen }}
          onReverted={() => void refetch()}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type FormProps = Props & {
  readonly first: Versioned
  readonly history: Pick<ComponentProps<typeof HistoryPanel>, 'opened' | 'onOpened'>
  readonly onReverted: () => void
}

function MetadataForm({ thing: { subject, id }, first, history, onReverted, onClose }: FormProps) {
  const fields = FIELDS[subject]
  const client = useQueryClient()
  const [held, setHeld] = useState(first)
  const [draft, setDraft] = useState<Draft>(() => draftOf(fields, first.metadata))
  const [chosenLocks, setChosenLocks] = useState<Locks>({})
  const [refused, setRefused] = useState<{ readonly name: string; readonly why: string } | null>(null)
  const [hasConflict, setHasConflict] = useState(false)
  const base = draftOf(fields, held.metadata)
  const after = locksAfter(fields, draft, base, held.locks, chosenLocks)
  const edit = editOf(fields, draft, base, held.locks, chosenLocks)
  useUnsaved(edit !== null)
  const { data: origins } = useQuery({
    queryKey: ['metadata-provenance', subject, id],
    queryFn: ({ signal }) => readProvenance(subject, id, signal),
    gcTime: 0,
  })
  const afterRevert = (skipped: readonly string[], changed = 1) => {
    void client.invalidateQueries()
    const names = skipped.map(name => fieldLabel(name, 'edit')).join(', ')
    if (names === '') toast({ message: te('history.done') })
    else if (skipped.length >= changed) toast({ message: te('history.skippedAll', { fields: names }), tone: 'bad' })
    else toast({ message: te('history.skipped', { fields: names }) })
    onReverted()
  }
  const revertField = useMutation({
    mutationFn: (field: string) => revert(subject, id, { field }),
    onSuccess: ({ skipped }) => afterRevert(skipped),
  })

  const save = useMutation({
    mutationFn: (body: object) => sendEdit(subject, id, body, held.version),
    onSuccess: () => {
      const complain = (error: unknown) => toast({ message: errorSentence(error), tone: 'bad' })
      const undone = () => {
        void client.invalidateQueries()
        toast({ message: te('history.done') })
      }
      void client.invalidateQueries()
      toast({
        message: t('action.saved'),
        action: { label: te('editing.undo'), run: () => void revertLast(subject, id).then(undone, complain) },
      })
      onClose()
    },
    onError: async problem => {
      if (!(problem instanceof ApiError)) return
      setRefused(refusedOf(problem, fields))
      if (problem.status !== 412) return
      // This person's changes stay in the form; everything else is updated.
      const now = await readMetadata(subject, id)
      const fresh = draftOf(fields, now.metadata)
      setDraft(mine =>
        Object.fromEntries(fields.map(({ name }) => [name, (isChanged(mine, base, name) ? mine : fresh)[name] ?? ''])),
      )
      setHeld(now)
      setHasConflict(true)
    },
  })
  const set = (name: string, value: DraftValue) => {
    setDraft(mine => ({ ...mine, [name]: value }))
    if (refused?.name === name) setRefused(null)
  }
  const problem = save.error && !refused && !hasConflict ? errorSentence(save.error) : null
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        if (edit) save.mutate(edit)
        else onClose()
      }}
    >
      <p className={classes.hint}>{te('editing.hint')}</p>
      {SECTIONS.map(section => (
        <fieldset key={section} className={classes.section}>
          <legend>{te(`section.${section}`)}</legend>
          {fields
            .filter(field => field.section === section)
            .map(field => (
              <FieldRow
                key={field.name}
                field={field}
                value={draft[field.name] ?? ''}
                locked={after[field.lock] ?? false}
                error={refused?.name === field.name ? refused.why : undefined}
                onChange={value => set(field.name, value)}
                onLock={locked => setChosenLocks(mine => ({ ...mine, [field.lock]: locked }))}
                origin={origins?.get(field.name)}
                onUseFile={() => {
                  const said = draftOf([field], { [field.name]: origins?.get(field.name)?.fileValue })
                  set(field.name, said[field.name] ?? '')
                  setChosenLocks(mine => ({ ...mine, [field.lock]: false }))
                }}
                onRevert={() => revertField.mutate(field.name)}
              />
            ))}
          {section === 'names' && subject === 'series' && <AlternateTitles seriesId={id} />}
        </fieldset>
      ))}
      {subject === 'books' && <SourcesPanel id={id} />}
      <HistoryPanel subject={subject} id={id} {...history} onReverted={afterRevert} />
      <div className={classes.foot}>
        {(hasConflict || problem) && (
          <p role="alert" className={classes.error}>
            {hasConflict ? te('editing.conflict') : problem}
          </p>
        )}
        <Button variant="subtle" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" disabled={edit === null} loading={save.isPending}>
          {t('action.save')}
        </Button>
      </div>
    </form>
  )
}

/** The field of a refusal, and the reason. */
function refusedOf(problem: ApiError, fields: readonly { readonly name: string }[]) {
  const name = fieldOf(problem)?.split('.')[0]
  return fields.some(field => field.name === name) && name ? { name, why: errorSentence(problem) } : null
}
