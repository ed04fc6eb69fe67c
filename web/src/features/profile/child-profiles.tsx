import { Button, NumberInput, TextInput } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client'
import type { ChildProfileDto } from '../../api/types'
import { t } from '../../messages'
import { Avatar } from '../../ui/avatar'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { dotted } from '../../ui/detail'
import { Dialog } from '../../ui/dialog'
import { errorAt, errorElsewhere, errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { IconButton } from '../../ui/icon-button'
import rows from '../../ui/rows.module.css'
import { toast } from '../../ui/toast'
import { Toggle } from '../../ui/toggle'
import { tk } from '../auth/messages'
import { LibraryChoice, useLibraries } from '../libraries'
import { childProfilesQuery, freshenProfiles, switchToProfile } from './child-profiles.queries'
import classes from './devices.module.css'

type Open =
  | { readonly kind: 'edit'; readonly profile?: ChildProfileDto }
  | { readonly kind: 'delete'; readonly profile: ChildProfileDto }

/** The user's child profiles, and the switch into one. */
export function ChildProfiles() {
  const { data: profiles, error } = useQuery(childProfilesQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const change = useMutation({
    mutationFn: switchToProfile,
    onError: problem => toast({ message: errorSentence(problem), tone: 'bad' }),
  })
  const close = () => setOpen(null)
  return (
    <div className={classes.devices}>
      {error && <p role="alert">{errorSentence(error)}</p>}
      {profiles && profiles.length > 0 && (
        <ul className={rows.list} aria-label={tk('account.children')}>
          {profiles.map(profile => (
            <li key={profile.id} className={rows.row}>
              <Avatar user={profile} size={36} />
              <div className={rows.words}>
                <strong>{profile.username}</strong>
                <span>
                  {dotted([
                    typeof profile.ageLimit === 'number' && tk('account.childUpTo', { age: String(profile.ageLimit) }),
                    profile.libraryIds != null && tk('account.childLibraryCount', { count: profile.libraryIds.length }),
                  ])}
                </span>
              </div>
              <div className={rows.acts}>
                <Button
                  variant="default"
                  aria-label={tk('account.switchTo', { name: profile.username })}
                  loading={change.isPending && change.variables === profile.id}
                  onClick={() => change.mutate(profile.id)}
                >
                  {tk('account.switch')}
                </Button>
                <IconButton
                  label={tk('account.childEdit', { name: profile.username })}
                  onClick={() => setOpen({ kind: 'edit', profile })}
                >
                  <IconPencil size={20} stroke={1.6} />
                </IconButton>
                <IconButton
                  danger
                  label={tk('account.childDelete', { name: profile.username })}
                  onClick={() => setOpen({ kind: 'delete', profile })}
                >
                  <IconTrash size={20} stroke={1.6} />
                </IconButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.8} />}
        onClick={() => setOpen({ kind: 'edit' })}
      >
        {tk('account.childAdd')}
      </Button>
      {open?.kind === 'edit' && <EditProfile profile={open.profile} onClose={close} />}
      {open?.kind === 'delete' && <DeleteProfile profile={open.profile} onClose={close} />}
    </div>
  )
}

const FIELDS = ['username', 'ageLimit'] as const
const USUAL_AGE = 12

function EditProfile({
  profile,
  onClose,
}: {
  readonly profile: ChildProfileDto | undefined
  readonly onClose: () => void
}) {
  const [username, setUsername] = useState('')
  const [age, setAge] = useState<number | string>(profile?.ageLimit ?? USUAL_AGE)
  const [showsUnrated, setShowsUnrated] = useState(profile?.showsUnrated ?? false)
  const [libraryIds, setLibraryIds] = useState<readonly string[] | null>(profile?.libraryIds ?? null)
  const choosesLibraries = (useLibraries().data?.length ?? 0) > 1 || libraryIds !== null
  const title = profile ? tk('account.childEdit', { name: profile.username }) : tk('account.childAdd')
  const save = useMutation({
    mutationFn: async () => {
      const limits = { ageLimit: Number(age), showsUnrated }
      const libraries = { libraryIds: libraryIds && [...libraryIds] }
      if (!profile) return api.post('/api/v1/user/profiles', { body: { username, ...limits, ...libraries } })
      const params = { profile_id: profile.id }
      // Unchanged, they may include libraries that the guardian no longer sees.
      const isSame = sameIds(libraryIds, profile.libraryIds ?? null)
      const body = { ...limits, ...(isSame ? {} : libraries) }
      return api.patch('/api/v1/user/profiles/{profile_id}', { params, body })
    },
    onSuccess: () => {
      void freshenProfiles()
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        {!profile && (
          <TextInput
            label={t('auth.username')}
            name="child"
            autoComplete="off"
            required
            data-autofocus
            maxLength={100}
            error={errorAt(save.error, 'username')}
            value={username}
            onChange={event => setUsername(event.currentTarget.value)}
          />
        )}
        <NumberInput
          label={tk('account.childAge')}
          description={tk('account.childAgeHint')}
          required
          min={0}
          max={99}
          allowDecimal={false}
          error={errorAt(save.error, 'ageLimit')}
          value={age}
          onChange={setAge}
        />
        <Toggle label={tk('account.childUnrated')} on={showsUnrated} onChange={setShowsUnrated} />
        {choosesLibraries && (
          <LibraryChoice
            legend={tk('account.childLibraries')}
            all={tk('account.childLibrariesAll')}
            allHint={tk('account.childLibrariesHint')}
            chosen={libraryIds}
            onChange={setLibraryIds}
          />
        )}
        <FormEnd
          error={errorElsewhere(save.error, FIELDS)}
          save={t('action.save')}
          saving={save.isPending}
          disabled={age === '' || (!profile && !username.trim())}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function sameIds(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other
  return one.length === other.length && one.every(id => other.includes(id))
}

function DeleteProfile({ profile, onClose }: { readonly profile: ChildProfileDto; readonly onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => api.delete('/api/v1/user/profiles/{profile_id}', { params: { profile_id: profile.id } }),
    onSuccess: () => {
      void freshenProfiles()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      title={tk('account.childDelete', { name: profile.username })}
      confirmLabel={tk('account.childDeleteLabel')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {tk('account.childDeleteText')}
    </ConfirmDialog>
  )
}
