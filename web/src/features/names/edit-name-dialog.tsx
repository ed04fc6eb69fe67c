import '../../ui/fields.css'
import { Button, Textarea, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { FacetDetailDto } from '../../api/types'
import { t } from '../../messages'
import { changedOnly } from '../../ui/changed-only.rules'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { IconButton } from '../../ui/icon-button'
import { toast } from '../../ui/toast'
import classes from './dialogs.module.css'
import { tn } from './messages'
import { useAddAlias, useEditName, useRemoveAlias } from './names.queries'
import { tellChange } from './tell-change'

type Props = { readonly name: FacetDetailDto; readonly onClose: () => void }

const requestOf = ({
  name,
  sortName,
  description,
  links,
}: Record<'name' | 'sortName' | 'description' | 'links', string>) => {
  const addresses = links.split(/\s+/).filter(Boolean)
  return {
    name: name.trim(),
    sortName: sortName || null,
    description: description || null,
    links: addresses.length > 0 ? addresses : null,
  }
}

/** Name, sort form, description and links; aliases are added and removed at once. */
export function EditNameDialog({ name, onClose }: Props) {
  const [before] = useState({
    name: name.name,
    sortName: name.sortName ?? '',
    description: name.description ?? '',
    links: name.links.join('\n'),
  })
  const [draft, setDraft] = useState(before)
  const edit = useEditName(name)
  const change = (changes: Partial<typeof draft>) => setDraft(now => ({ ...now, ...changes }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = changedOnly(requestOf(before), requestOf(draft))
    const onSuccess = () => {
      if (body.name === undefined) toast({ message: t('action.saved') })
      else void tellChange(name, 'rename', t('action.saved'))
      onClose()
    }
    edit.mutate(body, { onSuccess })
  }
  return (
    <Dialog opened large title={tn('names.editTitle', { name: name.name })} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <TextInput
          label={tn('names.name')}
          description={tn('names.nameHint')}
          required
          maxLength={200}
          autoComplete="off"
          data-autofocus
          value={draft.name}
          onChange={event => change({ name: event.currentTarget.value })}
        />
        {name.kind === 'author' && (
          <TextInput
            label={tn('names.sortName')}
            description={tn('names.sortNameHint')}
            maxLength={200}
            autoComplete="off"
            value={draft.sortName}
            onChange={event => change({ sortName: event.currentTarget.value })}
          />
        )}
        <Textarea
          label={tn('names.description')}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={10_000}
          value={draft.description}
          onChange={event => change({ description: event.currentTarget.value })}
        />
        <Textarea
          label={tn('names.links')}
          description={tn('names.linksHint')}
          autosize
          minRows={1}
          maxRows={6}
          value={draft.links}
          onChange={event => change({ links: event.currentTarget.value })}
        />
        <Aliases name={name} />
        <FormEnd error={edit.error} save={t('action.save')} saving={edit.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Alternative names that files may contain. */
function Aliases({ name }: Pick<Props, 'name'>) {
  const [typed, setTyped] = useState('')
  const add = useAddAlias(name)
  const remove = useRemoveAlias(name)
  const error = add.error ?? remove.error
  const submit = () => {
    if (typed.trim()) add.mutate(typed, { onSuccess: () => setTyped('') })
  }
  return (
    <fieldset className={classes.aliases}>
      <legend>{tn('names.aliases')}</legend>
      <p className={form.hint}>{tn('names.aliasesHint')}</p>
      {name.aliases.length > 0 && (
        <ul>
          {name.aliases.map(alias => (
            <li key={alias.id}>
              <bdi>{alias.name}</bdi>
              <IconButton
                label={tn('names.removeAlias', { name: alias.name })}
                disabled={remove.isPending}
                onClick={() => remove.mutate(alias.id)}
              >
                <IconX size={16} stroke={1.8} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.add}>
        <TextInput
          aria-label={tn('names.newAlias')}
          placeholder={tn('names.newAlias')}
          maxLength={200}
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            submit()
          }}
        />
        <Button variant="default" loading={add.isPending} disabled={!typed.trim()} onClick={submit}>
          {tn('names.addAlias')}
        </Button>
      </div>
      {Boolean(error) && (
        <p role="alert" className={form.error}>
          {errorSentence(error)}
        </p>
      )}
    </fieldset>
  )
}
