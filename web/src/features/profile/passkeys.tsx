import { Button } from '@mantine/core'
import { IconFingerprint, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PasskeyDto } from '../../api/types'
import { formatDate, formatRelativeTime } from '../../messages'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { IconButton } from '../../ui/icon-button'
import rows from '../../ui/rows.module.css'
import { signInOptionsQuery } from '../auth/account.queries'
import { tk } from '../auth/messages'
import { passkeysHere } from '../auth/passkey-browser'
import classes from './devices.module.css'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-dialogs'
import { passkeysQuery } from './passkeys.queries'

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename'; readonly passkey: PasskeyDto }
  | { readonly kind: 'remove'; readonly passkey: PasskeyDto }

/** The passkeys of the signed-in user. */
export function Passkeys({ hasPassword }: { readonly hasPassword: boolean }) {
  const { data: passkeys, error } = useQuery(passkeysQuery)
  const { data: options } = useQuery(signInOptionsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const here = options && passkeysHere(options.passkeyOrigin)
  const close = () => setOpen(null)
  return (
    <div className={classes.devices}>
      {error && <p role="alert">{errorSentence(error)}</p>}
      {passkeys && passkeys.length > 0 && (
        <ul className={rows.list} aria-label={tk('passkey.title')}>
          {passkeys.map(passkey => (
            <li key={passkey.id} className={rows.row}>
              <IconFingerprint size={22} stroke={1.6} aria-hidden />
              <div className={rows.words}>
                <strong>{passkey.name}</strong>
                <span>{factsOf(passkey)}</span>
              </div>
              <IconButton
                label={tk('passkey.renameNamed', { name: passkey.name })}
                onClick={() => setOpen({ kind: 'rename', passkey })}
              >
                <IconPencil size={20} stroke={1.6} />
              </IconButton>
              <IconButton
                danger
                label={tk('passkey.removeNamed', { name: passkey.name })}
                onClick={() => setOpen({ kind: 'remove', passkey })}
              >
                <IconTrash size={20} stroke={1.6} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {passkeys?.length === 0 && <p>{tk('passkey.none')}</p>}
      {here === 'yes' && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.8} />}
          onClick={() => setOpen({ kind: 'add' })}
        >
          {tk('passkey.add')}
        </Button>
      )}
      {here === 'not-here' && <p className={form.hint}>{tk('passkey.notHere')}</p>}
      {here === 'unsupported' && <p className={form.hint}>{tk('passkey.unsupported')}</p>}
      {here === 'elsewhere' && (
        <p className={form.hint}>{tk('passkey.elsewhere', { address: options?.passkeyOrigin ?? '' })}</p>
      )}
      {open?.kind === 'add' && <AddPasskey hasPassword={hasPassword} onClose={close} />}
      {open?.kind === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.kind === 'remove' && <RemovePasskey passkey={open.passkey} hasPassword={hasPassword} onClose={close} />}
    </div>
  )
}

function factsOf({ lastUsedAt, createdAt, synced, host }: PasskeyDto): string {
  return dotted([
    lastUsedAt ? tk('passkey.used', { when: formatRelativeTime(lastUsedAt) }) : tk('passkey.never'),
    tk('passkey.addedOn', { date: formatDate(createdAt) }),
    synced && tk('passkey.synced'),
    host !== location.hostname && tk('passkey.at', { host }),
  ])
}
