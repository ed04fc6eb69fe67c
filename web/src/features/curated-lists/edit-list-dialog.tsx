import '../../ui/fields.css'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { t } from '../../messages'
import { changedOnly } from '../../ui/changed-only.rules'
import { Dialog } from '../../ui/dialog'
import { errorAt, errorElsewhere } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { lazyPart } from '../../ui/lazy-part'
import { toast } from '../../ui/toast'
import { Toggle } from '../../ui/toggle'
import { useMay } from '../auth'
import type { Condition } from '../lists'
import { presetsQuery } from '../presets'
import { changeList, createList } from './curated-lists.queries'
import type { CuratedList, ListKind } from './list-kind'
import { tl } from './messages'

const RuleWords = lazyPart(() => import('../lists/filter/rule-words'))

type Props = {
  readonly kind: ListKind
  /** Null for a new one. */
  readonly list: CuratedList | null
  readonly onClose: () => void
  readonly onSaved?: (list: CuratedList) => void
}

/** The source of members: manual, its current filter, or a saved one by id. */
const BY_HAND = 'hand'
const AS_IT_IS = 'keep'

/** Name, description, order, and a filter that selects members. */
export function EditListDialog({ kind, list, onClose, onSaved }: Props) {
  const [before] = useState({
    name: list?.name ?? '',
    summary: list?.summary ?? null,
    ordered: list?.ordered ?? kind === 'readlists',
    rule: list?.automatic ? AS_IT_IS : BY_HAND,
  })
  const [name, setName] = useState(before.name)
  const [summary, setSummary] = useState(before.summary ?? '')
  const [ordered, setOrdered] = useState(before.ordered)
  const [rule, setRule] = useState(before.rule)
  const mayPublish = useMay(kind === 'collections' ? 'collections-write' : 'readlists-write')
  const [isPublic, setPublic] = useState(false)
  const target = kind === 'collections' ? 'series' : 'books'
  const presets = (useQuery(presetsQuery).data ?? []).filter(preset => preset.target === target && !preset.query)
  const save = useMutation({
    mutationFn: () => {
      const condition = rule === BY_HAND ? null : presets.find(({ id }) => id === rule)?.condition
      const after = { name, summary: summary.trim() || null, ordered }
      if (!list) return createList(kind, { ...after, condition: condition ?? null }, isPublic ? 'public' : 'private')
      const { rule: ruleBefore, ...rest } = before
      const filter = rule === ruleBefore || condition === undefined ? {} : { condition }
      return changeList(kind, list.id, { ...changedOnly(rest, after), ...filter })
    },
    onSuccess: saved => {
      toast({ message: t('action.saved') })
      onClose()
      onSaved?.(saved)
    },
  })
  const elsewhere = errorElsewhere(save.error, ['name'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog
      opened
      title={list ? tl('curated.editTitle', { name: list.name }) : tl(`curated.new.${kind}`)}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={submit}>
        <TextInput
          label={tl('curated.name')}
          required
          maxLength={200}
          autoComplete="off"
          data-autofocus
          value={name}
          error={errorAt(save.error, 'name')}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Textarea
          label={tl('curated.summary')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={10_000}
          value={summary}
          onChange={event => setSummary(event.currentTarget.value)}
        />
        <NativeSelect
          label={tl('curated.rule')}
          description={tl('curated.ruleHint')}
          value={rule}
          data={[
            { value: BY_HAND, label: tl('curated.rule.hand') },
            ...(list?.automatic ? [{ value: AS_IT_IS, label: tl('curated.rule.keep') }] : []),
            ...presets.map(preset => ({ value: preset.id, label: preset.name })),
          ]}
          onChange={event => setRule(event.currentTarget.value)}
        />
        {list?.condition && rule === AS_IT_IS && (
          <Suspense>
            <RuleWords kind={target} condition={list.condition as Condition} className={form.hint} />
          </Suspense>
        )}
        {list && !list.automatic && rule !== BY_HAND && <p className={form.hint}>{tl('curated.ruleEmpties')}</p>}
        {rule === BY_HAND && <Toggle label={tl('curated.ordered')} on={ordered} onChange={setOrdered} />}
        {!list && mayPublish && <Toggle label={tl('curated.visibility.public')} on={isPublic} onChange={setPublic} />}
        <div className={form.buttons}>
          {elsewhere && (
            <p role="alert" className={form.error}>
              {elsewhere}
            </p>
          )}
          <Button variant="subtle" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!name.trim()}>
            {t('action.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
