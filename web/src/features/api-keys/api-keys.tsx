import { Button, TextInput } from '@mantine/core'
import { IconKey, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiKeyDto } from '../../api/types'
import { formatDate, formatRelativeTime, t } from '../../messages'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import classes from './api-keys.module.css'
import { apiKeysQuery, useCreateApiKey, useRevokeApiKey } from './api-keys.queries'
import { NewKey } from './new-key'

export function ApiKeys() {
  const { data: keys, error } = useQuery(apiKeysQuery)
  const create = useCreateApiKey()
  const [name, setName] = useState('')
  const [revoking, setRevoking] = useState<ApiKeyDto | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) create.mutate({ name: name.trim() }, { onSuccess: () => setName('') })
  }
  return (
    <div className={classes.keys}>
      <form className={classes.create} onSubmit={submit}>
        <TextInput
          className={classes.name ?? ''}
          label={t('apiKeys.name')}
          placeholder={t('apiKeys.namePlaceholder')}
          name="key-name"
          maxLength={100}
          autoComplete="off"
          value={name}
          error={create.error ? errorSentence(create.error) : null}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!name.trim()} loading={create.isPending} h={44}>
          {t('apiKeys.create')}
        </Button>
      </form>
      {create.data && <NewKey name={create.data.name} secret={create.data.key} onDone={() => create.reset()} />}
      {error && <p role="alert">{errorSentence(error)}</p>}
      {keys && keys.length > 0 && (
        <ul className={classes.list}>
          {keys.map(key => (
            <li key={key.id} className={classes.row}>
              <IconKey size={20} stroke={1.6} aria-hidden />
              <div className={classes.words}>
                <strong>{key.name}</strong>
                <span>
                  <code>{key.keyPrefix}…</code>
                </span>
                <span>
                  {dotted([
                    t('apiKeys.created', { date: formatDate(key.createdAt) }),
                    key.lastUsedAt
                      ? t('apiKeys.used', { when: formatRelativeTime(key.lastUsedAt) })
                      : t('apiKeys.neverUsed'),
                    key.expiresAt && t('apiKeys.expires', { date: formatDate(key.expiresAt) }),
                    !key.isActive && t('apiKeys.off'),
                  ])}
                </span>
              </div>
              <IconButton danger label={t('apiKeys.revokeNamed', { name: key.name })} onClick={() => setRevoking(key)}>
                <IconTrash size={20} stroke={1.6} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {keys?.length === 0 && !create.data && <p className={classes.none}>{t('apiKeys.none')}</p>}
      {revoking && <RevokeKey key={revoking.id} apiKey={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}

function RevokeKey({ apiKey, onClose }: { readonly apiKey: ApiKeyDto; readonly onClose: () => void }) {
  const revoke = useRevokeApiKey(apiKey.id, onClose)
  return (
    <ConfirmDialog
      opened
      title={t('apiKeys.revokeTitle', { name: apiKey.name })}
      confirmLabel={t('apiKeys.revoke')}
      pending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      {t('apiKeys.revokeText')}
    </ConfirmDialog>
  )
}
