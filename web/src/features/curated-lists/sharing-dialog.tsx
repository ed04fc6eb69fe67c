import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { ListSharingDto, ListVisibility } from '../../api/types'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { IconButton } from '../../ui/icon-button'
import { Segmented } from '../../ui/segmented'
import { toast } from '../../ui/toast'
import { Toggle } from '../../ui/toggle'
import classes from './curated-lists.module.css'
import type { CuratedList, ListKind } from './list-kind'
import { tl } from './messages'

type Props = { readonly kind: ListKind; readonly list: CuratedList; readonly onClose: () => void }

interface Share {
  readonly id: string
  readonly name: string
  readonly isGroup: boolean
  readonly mayEdit: boolean
}

const VISIBILITIES = ['private', 'shared', 'public'] as const

/** Who sees a list, and who may edit it. */
export function SharingDialog({ kind, list, onClose }: Props) {
  const found = useQuery({
    queryKey: [...queryKeys.curatedList(kind, list.id), 'sharing'],
    queryFn: ({ signal }): Promise<ListSharingDto> =>
      kind === 'collections'
        ? api.get('/api/v1/collections/{collection_id}/sharing', { params: { collection_id: list.id }, signal })
        : api.get('/api/v1/readlists/{read_list_id}/sharing', { params: { read_list_id: list.id }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog opened title={tl('curated.shareTitle', { name: list.name })} onClose={onClose}>
      {found.error && (
        <p role="alert" className={form.error}>
          {errorSentence(found.error)}
        </p>
      )}
      {found.data && <Sharing kind={kind} list={list} given={found.data} onClose={onClose} />}
    </Dialog>
  )
}

function Sharing({ kind, list, given, onClose }: Props & { readonly given: ListSharingDto }) {
  const [visibility, setVisibility] = useState<ListVisibility>(given.visibility)
  const [shares, setShares] = useState<readonly Share[]>(() => [
    ...given.users.map(({ userId, name, mayEdit }) => ({ id: userId, name, mayEdit, isGroup: false })),
    ...given.groups.map(({ groupId, name, mayEdit }) => ({ id: groupId, name, mayEdit, isGroup: true })),
  ])
  const save = useMutation({
    mutationFn: async () => {
      const body = {
        visibility,
        users: shares.filter(share => !share.isGroup).map(({ id, mayEdit }) => ({ userId: id, mayEdit })),
        groups: shares.filter(share => share.isGroup).map(({ id, mayEdit }) => ({ groupId: id, mayEdit })),
      }
      if (kind === 'collections') {
        await api.put('/api/v1/collections/{collection_id}/sharing', { params: { collection_id: list.id }, body })
      } else await api.put('/api/v1/readlists/{read_list_id}/sharing', { params: { read_list_id: list.id }, body })
      await queryClient.invalidateQueries({ queryKey: queryKeys.curatedLists })
    },
    onSuccess: () => {
      toast({ message: t('action.saved') })
      onClose()
    },
  })
  const change = (id: string, mayEdit: boolean) =>
    setShares(now => now.map(share => (share.id === id ? { ...share, mayEdit } : share)))
  return (
    <div className={form.form}>
      <Segmented
        label={tl('curated.share')}
        value={visibility}
        choices={VISIBILITIES.map(value => ({ value, label: tl(`curated.visibility.${value}`) }))}
        onChange={setVisibility}
      />
      {visibility !== 'private' && (
        <>
          <ul className={classes.rows} aria-label={tl('curated.people')}>
            {shares.map(({ id, name, mayEdit }) => (
              <li key={id} className={classes.row}>
                <span className={classes.rowWords}>
                  <Toggle label={tl('curated.mayEdit', { name })} on={mayEdit} onChange={on => change(id, on)} />
                </span>
                <IconButton
                  label={tl('curated.unshare', { name })}
                  onClick={() => setShares(now => now.filter(share => share.id !== id))}
                >
                  <IconX size={18} stroke={1.7} />
                </IconButton>
              </li>
            ))}
          </ul>
          <People
            known={new Set(shares.map(({ id }) => id))}
            onAdd={person => setShares(now => [...now, { ...person, mayEdit: false }])}
          />
        </>
      )}
      <FormEnd
        error={save.error}
        save={t('action.save')}
        saving={save.isPending}
        onSave={() => save.mutate()}
        onCancel={onClose}
      />
    </div>
  )
}

type PeopleProps = {
  readonly known: ReadonlySet<string>
  readonly onAdd: (person: Omit<Share, 'mayEdit'>) => void
}

/** Maximum number of suggested names. */
const OFFERED = 6

function People({ known, onAdd }: PeopleProps) {
  const [q, setQ] = useState('')
  const found = useQuery({
    queryKey: [...queryKeys.curatedLists, 'people', q],
    queryFn: ({ signal }) => api.get('/api/v1/collections/people', { query: q ? { q } : {}, signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  }).data
  const all = [
    ...(found?.users ?? []).map(person => ({ ...person, isGroup: false })),
    ...(found?.groups ?? []).map(group => ({ ...group, isGroup: true })),
  ].filter(({ id }) => !known.has(id))
  return (
    <>
      <TextInput
        label={tl('curated.findPeople')}
        maxLength={100}
        autoComplete="off"
        value={q}
        onChange={event => setQ(event.currentTarget.value)}
      />
      <div className={classes.tools}>
        {all.slice(0, OFFERED).map(person => (
          <Button key={person.id} size="xs" variant="default" onClick={() => onAdd(person)}>
            {person.name}
          </Button>
        ))}
      </div>
    </>
  )
}
