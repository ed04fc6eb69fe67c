import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResetLinkDto, UserDetailDto, UserDto } from '../../api/types'
import { changedOnly } from '../../ui/changed-only.rules'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { useMay, useSession } from '../auth'
import { grantChanges } from './changes.rules'
import { tp } from './messages'
import { useCreateUser, userQuery, useUpdateUser } from './people.queries'
import { InviteLink } from './user-acts'
import { UserForm, type UserValues, valuesOf } from './user-form'

type Closing = { readonly onClose: () => void }

function limitsOf({ limits }: UserValues, mayLimit: boolean) {
  const { libraryIds, ageLimit, showsUnrated } = limits
  return mayLimit ? { libraryIds: libraryIds && [...libraryIds], ageLimit, showsUnrated } : {}
}

export function NewUser({ onClose }: Closing) {
  const mayLimit = useMay('system-admin')
  const [made, setMade] = useState<{ user: UserDto; link: ResetLinkDto } | null>(null)
  const create = useCreateUser(({ user, link }) => {
    if (link) return setMade({ user, link })
    toast({ message: tp('people.added', { name: user.username }) })
    onClose()
  })
  if (made) {
    return (
      <Dialog opened title={tp('people.inviteLink', { name: made.user.username })} onClose={onClose}>
        <InviteLink url={made.link.url} onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog opened large title={tp('people.add')} onClose={onClose}>
      <UserForm
        pending={create.isPending}
        error={create.error}
        onClose={onClose}
        onSubmit={values =>
          create.mutate({
            request: {
              username: values.username,
              email: values.email,
              password: values.password || null,
              role: values.role,
              permissions: [...values.granted],
              deniedPermissions: [...values.denied],
              ...limitsOf(values, mayLimit),
            },
            grants: values.limits.grants,
          })
        }
      />
    </Dialog>
  )
}

export function EditUser({ user, onClose }: { readonly user: UserDto } & Closing) {
  const { data, error } = useQuery(userQuery(user.id))
  return (
    <Dialog opened large title={user.username} onClose={onClose}>
      {error && <p role="alert">{errorSentence(error)}</p>}
      {data && <EditForm user={data} onClose={onClose} />}
    </Dialog>
  )
}

function EditForm({ user, onClose }: { readonly user: UserDetailDto } & Closing) {
  const mayLimit = useMay('system-admin')
  const isSelf = useSession()?.id === user.id
  const update = useUpdateUser(user.id, onClose)
  // Initial values of the form: changes by others that arrive meanwhile are not counted as changes made here.
  const [start] = useState(() => valuesOf(user))
  const requestOf = (values: UserValues) => ({
    username: values.username,
    email: values.email,
    role: values.role,
    isActive: values.isActive,
    permissions: [...values.granted],
    deniedPermissions: [...values.denied],
    ...limitsOf(values, mayLimit),
  })
  return (
    <UserForm
      start={start}
      self={isSelf}
      child={user.guardian != null}
      pending={update.isPending}
      error={update.error}
      onClose={onClose}
      onSubmit={values =>
        update.mutate({
          request: {
            ...changedOnly(requestOf(start), requestOf(values)),
            ...(values.password && { password: values.password }),
            ...(values.currentPassword && { currentPassword: values.currentPassword }),
          },
          grants: mayLimit ? grantChanges(start.limits.grants, values.limits.grants) : new Map(),
        })
      }
    />
  )
}
