import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { AccessGroupDetailDto } from '../../api/types'
import { t } from '../../messages'
import { changedOnly } from '../../ui/changed-only.rules'
import { Dialog } from '../../ui/dialog'
import { errorAt, errorElsewhere, errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { IconButton } from '../../ui/icon-button'
import { toast } from '../../ui/toast'
import { grantChanges } from './changes.rules'
import { type Limits, LimitsFields } from './limits-fields'
import { tp } from './messages'
import classes from './people.module.css'
import {
  groupQuery,
  useAddMapping,
  useAddMember,
  useRemoveMapping,
  useRemoveMember,
  useUpdateGroup,
} from './people.queries'
import { PersonPicker } from './person-picker'

type Props = { readonly id: string; readonly name: string; readonly onClose: () => void }

/** A group: its limits and members. */
export function GroupDialog({ id, name, onClose }: Props) {
  const { data, error } = useQuery(groupQuery(id))
  return (
    <Dialog opened large title={name} onClose={onClose}>
      {error && <p role="alert">{errorSentence(error)}</p>}
      {data && <GroupForm group={data} onClose={onClose} />}
    </Dialog>
  )
}

function GroupForm({ group, onClose }: { readonly group: AccessGroupDetailDto; readonly onClose: () => void }) {
  // Initial values of the form: changes by others that arrive meanwhile are not counted as changes made here.
  const [start] = useState<Limits & { readonly name: string }>(() => ({
    name: group.name,
    libraryIds: group.libraryIds ?? null,
    ageLimit: group.ageLimit ?? null,
    showsUnrated: group.showsUnrated,
    grants: new Map(group.grants.map(grant => [grant.sharingTagId, grant.accessMode])),
  }))
  const [name, setName] = useState(start.name)
  // Members and mappings have separate forms between the name and the button.
  const formId = useId()
  const [limits, setLimits] = useState<Limits>(start)
  const update = useUpdateGroup(group.id, () => {
    toast({ message: t('action.saved') })
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const requestOf = ({ libraryIds, ageLimit, showsUnrated }: Limits, title: string) => ({
      name: title,
      libraryIds: libraryIds && [...libraryIds],
      ageLimit,
      showsUnrated,
    })
    update.mutate({
      request: changedOnly(requestOf(start, start.name), requestOf(limits, name)),
      grants: grantChanges(start.grants, limits.grants),
    })
  }
  const elsewhere = errorElsewhere(update.error, ['name'])
  return (
    <div className={form.form}>
      <form id={formId} onSubmit={submit}>
        <TextInput
          label={tp('people.name')}
          required
          maxLength={100}
          // The dialog opens before the group is loaded.
          autoFocus
          value={name}
          error={errorAt(update.error, 'name')}
          onChange={event => setName(event.currentTarget.value)}
        />
      </form>
      <Members group={group} />
      <Mappings group={group} />
      <LimitsFields limits={limits} onChange={setLimits} />
      <FormEnd
        error={elsewhere}
        save={tp('people.save')}
        saving={update.isPending}
        onCancel={onClose}
        formId={formId}
      />
    </div>
  )
}

function Members({ group }: { readonly group: AccessGroupDetailDto }) {
  const add = useAddMember(group.id)
  const remove = useRemoveMember(group.id)
  return (
    <fieldset className={classes.group}>
      <legend>{tp('people.members')}</legend>
      {group.members.length === 0 && <p className={classes.hint}>{tp('people.membersNone')}</p>}
      {group.members.map(({ userId, username }) => (
        <div key={userId} className={classes.choice}>
          <span>{username}</span>
          <IconButton label={tp('people.removeNamed', { name: username })} onClick={() => remove.mutate(userId)}>
            <IconX size={18} stroke={1.8} />
          </IconButton>
        </div>
      ))}
      <PersonPicker
        label={tp('people.addMember')}
        except={new Set(group.members.map(({ userId }) => userId))}
        onPick={({ id }) => add.mutate(id)}
      />
      {(add.error ?? remove.error) && (
        <p role="alert" className={form.error}>
          {errorSentence(add.error ?? remove.error)}
        </p>
      )}
    </fieldset>
  )
}

function Mappings({ group }: { readonly group: AccessGroupDetailDto }) {
  const [name, setName] = useState('')
  const add = useAddMapping(group.id)
  const remove = useRemoveMapping(group.id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) add.mutate(name.trim(), { onSuccess: () => setName('') })
  }
  return (
    <fieldset className={classes.group}>
      <legend>{tp('people.oidc')}</legend>
      {group.oidcMappings.map(({ id, oidcGroupName }) => (
        <div key={id} className={classes.choice}>
          <code>{oidcGroupName}</code>
          <IconButton label={tp('people.removeNamed', { name: oidcGroupName })} onClick={() => remove.mutate(id)}>
            <IconX size={18} stroke={1.8} />
          </IconButton>
        </div>
      ))}
      <form className={classes.add} onSubmit={submit}>
        <TextInput
          aria-label={tp('people.oidc')}
          description={tp('people.oidcHint')}
          maxLength={200}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!name.trim()} loading={add.isPending}>
          {tp('people.addOidc')}
        </Button>
      </form>
    </fieldset>
  )
}
