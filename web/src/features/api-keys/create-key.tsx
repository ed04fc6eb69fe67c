import '../../ui/fields.css'
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatDate } from '../../messages'
import { Dialog } from '../../ui/dialog'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { QuietSelect } from '../../ui/quiet-select'
import { Segmented } from '../../ui/segmented'
import { useSession } from '../auth'
import { PermissionChoice } from '../permissions'
import classes from './api-keys.module.css'
import { useCreateApiKey } from './api-keys.queries'
import { endOf, type KeyDraft, type Life, lives, requestOf, scopes } from './key-draft.rules'
import { tq } from './messages'
import { NewKey } from './new-key'

/** A new key: its name, expiry and permissions; then its secret, shown once. */
export function CreateKey({ onClose }: { readonly onClose: () => void }) {
  const held = useSession()?.permissions ?? []
  const [draft, setDraft] = useState<KeyDraft>({ name: '', life: 'never', day: '', scope: 'reading', chosen: [] })
  const create = useCreateApiKey()
  const change = (changes: Partial<KeyDraft>) => setDraft(now => ({ ...now, ...changes }))
  const choose = (next: (now: readonly string[]) => readonly string[]) =>
    setDraft(now => ({ ...now, chosen: next(now.chosen) }))
  const request = requestOf(draft, held, Date.now())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (request) create.mutate(request)
  }
  if (create.data) {
    return (
      <Dialog opened title={tq('apiKeys.ready', { name: create.data.name })} onClose={onClose}>
        <NewKey secret={create.data.key} onDone={onClose} />
      </Dialog>
    )
  }
  const end = endOf(draft, Date.now())
  return (
    <Dialog opened large title={tq('apiKeys.create')} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextInput
          label={tq('apiKeys.name')}
          placeholder={tq('apiKeys.namePlaceholder')}
          name="key-name"
          required
          maxLength={100}
          autoComplete="off"
          data-autofocus
          value={draft.name}
          onChange={event => change({ name: event.currentTarget.value })}
        />
        <div className={classes.part}>
          <span className={classes.label}>{tq('apiKeys.expiry')}</span>
          <div className={classes.life}>
            <QuietSelect
              label={tq('apiKeys.expiry')}
              value={draft.life}
              choices={lives.map(value => ({ value, label: lifeName(value) }))}
              onChange={value => change({ life: lives.find(life => life === value) ?? 'never' })}
            />
            {draft.life === 'date' && (
              <TextInput
                type="date"
                aria-label={tq('apiKeys.day')}
                min={dayOf(new Date())}
                required
                value={draft.day}
                onChange={event => change({ day: event.currentTarget.value })}
              />
            )}
          </div>
          <p className={form.hint}>
            {end ? tq('apiKeys.expiresOn', { date: formatDate(end.toISOString()) }) : tq('apiKeys.expiryNever')}
          </p>
        </div>
        <div className={classes.part}>
          <span className={classes.label}>{tq('apiKeys.permissions')}</span>
          <Segmented
            label={tq('apiKeys.permissions')}
            value={draft.scope}
            choices={scopes.map(value => ({ value, label: tq(`apiKeys.${value}`) }))}
            onChange={scope => change({ scope })}
          />
          <p className={form.hint}>{tq(`apiKeys.${draft.scope}Hint`)}</p>
        </div>
        {draft.scope === 'chosen' && <PermissionChoice offered={held} chosen={draft.chosen} onChange={choose} />}
        <FormEnd
          error={create.error}
          save={tq('apiKeys.create')}
          saving={create.isPending}
          disabled={!request}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function lifeName(life: Life): string {
  if (life === 'never' || life === 'date') return tq(`apiKeys.expiry.${life}`)
  return life === '365' ? tq('apiKeys.expiryYear') : tq('apiKeys.days', { count: Number(life) })
}

/** A local day in the format of a date field. */
function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
