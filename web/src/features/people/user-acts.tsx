import { Button } from '@mantine/core'
import { IconDevices } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SessionDto, UserDto } from '../../api/types'
import { formatRelativeTime } from '../../messages'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { CopyLine } from '../../ui/copy-line'
import { dotted } from '../../ui/detail'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import rows from '../../ui/rows.module.css'
import { toast } from '../../ui/toast'
import { useMay } from '../auth'
import { tk } from '../auth/messages'
import { tp } from './messages'
import classes from './people.module.css'
import {
  useActivate,
  useDeletePicture,
  useDeleteUser,
  useInvite,
  useRemoveSecondFactor,
  userSessionsQuery,
  useSignOutUser,
} from './people.queries'

type Props = { readonly user: UserDto; readonly onClose: () => void }

/** A link for a user to choose a password, shown once. */
export function LinkDialog({ user, onClose }: Props) {
  const invite = useInvite(user.id)
  return (
    <Dialog opened title={tp('people.inviteLink', { name: user.username })} onClose={onClose}>
      {invite.data ? (
        <InviteLink url={invite.data.url} onDone={onClose} />
      ) : (
        <div className={form.form}>
          <p>{tp('people.linkAbout')}</p>
          <FormEnd
            error={invite.error}
            save={tp('people.invite')}
            saving={invite.isPending}
            onSave={() => invite.mutate(undefined)}
            onCancel={onClose}
          />
        </div>
      )}
    </Dialog>
  )
}

/** The link itself, shown once. */
export function InviteLink({ url, onDone }: { readonly url: string; readonly onDone: () => void }) {
  return (
    <div className={form.form}>
      <div className={form.form} role="status">
        <p>{tp('people.inviteText')}</p>
        <CopyLine label={tp('people.link')} text={new URL(url, location.origin).href} />
      </div>
      <div className={form.buttons}>
        <Button onClick={onDone}>{tp('people.done')}</Button>
      </div>
    </div>
  )
}

/** Sessions of a user, which can all be ended. */
export function UserDevices({ user, onClose }: Props) {
  const { data: sessions, error } = useQuery(userSessionsQuery(user.id))
  const mayWrite = useMay('users-write')
  const end = useSignOutUser(user.id, ({ revoked }) => {
    toast({ message: tk('account.ended', { count: revoked }) })
    onClose()
  })
  return (
    <Dialog opened title={tp('people.devicesOf', { name: user.username })} onClose={onClose}>
      <div className={form.form}>
        {error && <p role="alert">{errorSentence(error)}</p>}
        {sessions?.length === 0 && <p className={form.hint}>{tp('people.devicesNone')}</p>}
        {sessions && sessions.length > 0 && (
          <ul className={rows.list} aria-label={tp('people.devices')}>
            {sessions.map(session => (
              <li key={session.id} className={rows.row}>
                <IconDevices size={20} stroke={1.6} aria-hidden />
                <div className={rows.words}>
                  <strong>{deviceName(session)}</strong>
                  <span>
                    {dotted([
                      tk('account.lastUsed', { when: formatRelativeTime(session.lastUsedAt) }),
                      session.address,
                    ])}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        )}
        <div className={form.buttons}>
          {end.error && (
            <p role="alert" className={form.error}>
              {errorSentence(end.error)}
            </p>
          )}
          <Button variant="subtle" onClick={onClose}>
            {tp('people.done')}
          </Button>
          {mayWrite && sessions && sessions.length > 0 && (
            <Button color="danger" loading={end.isPending} onClick={() => end.mutate(undefined)}>
              {tp('people.signOutAll')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function deviceName({ client, system }: SessionDto): string {
  if (client && system) return tk('account.device.of', { client, system })
  return client ?? system ?? tk('account.device.unknown')
}

export function RemoveSecondFactor({ user, onClose }: Props) {
  const remove = useRemoveSecondFactor(user.id, onClose)
  return (
    <ConfirmDialog
      opened
      title={tp('people.twoFactorOffTitle', { name: user.username })}
      confirmLabel={tp('people.twoFactorOff')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {tp('people.twoFactorOffText')}
    </ConfirmDialog>
  )
}

export function DeletePicture({ user, onClose }: Props) {
  const remove = useDeletePicture(user.id, onClose)
  return (
    <ConfirmDialog
      opened
      title={tp('people.pictureDeleteTitle', { name: user.username })}
      confirmLabel={tp('people.pictureDelete')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {tp('people.pictureDeleteText')}
    </ConfirmDialog>
  )
}

/** Activates or deactivates a user. */
export function SwitchUser({ user, onClose, on }: Props & { readonly on: boolean }) {
  const activate = useActivate(user.id, onClose)
  return (
    <ConfirmDialog
      opened
      title={tp(on ? 'people.reactivateTitle' : 'people.deactivateTitle', { name: user.username })}
      confirmLabel={tp(on ? 'people.reactivate' : 'people.deactivate')}
      pending={activate.isPending}
      error={activate.error}
      onConfirm={() => activate.mutate(on)}
      onClose={onClose}
    >
      {tp(on ? 'people.reactivateText' : 'people.deactivateText')}
    </ConfirmDialog>
  )
}

export function DeleteUser({ user, onClose }: Props) {
  const remove = useDeleteUser(user.id, onClose)
  return (
    <ConfirmDialog
      opened
      title={tp('people.deleteUser', { name: user.username })}
      confirmLabel={tp('people.delete')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>{tp('people.deleteUserText')}</p>
      <ul className={classes.lost}>
        {(['progress', 'lists', 'keys', 'account'] as const).map(what => (
          <li key={what}>{tp(`people.lost.${what}`)}</li>
        ))}
      </ul>
      <p>{tp('people.deleteInstead')}</p>
    </ConfirmDialog>
  )
}
