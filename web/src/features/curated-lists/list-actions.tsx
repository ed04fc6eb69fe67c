import { Button, Menu } from '@mantine/core'
import { IconArrowsSort, IconDownload, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addressOf } from '../../api/client'
import { t } from '../../messages'
import { CardMenu } from '../../ui/card-menu'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { MoreButton } from '../../ui/more-button'
import { toast } from '../../ui/toast'
import { useMay } from '../auth'
import { useOfflineSome } from '../offline/use-offline-some'
import { ArrangeDialog } from './arrange-dialog'
import { deleteList, forgetList } from './curated-lists.queries'
import { EditListDialog } from './edit-list-dialog'
import { type CuratedList, isEmpty, type ListKind } from './list-kind'
import { tl } from './messages'
import { ReadButton } from './read-button'
import { SharingDialog } from './sharing-dialog'

type Props = { readonly kind: ListKind; readonly list: CuratedList }

/** The reader's actions on a list. */
export function ListActions({ kind, list }: Props) {
  const [opened, setOpened] = useState<'edit' | 'arrange' | 'share' | 'delete' | null>(null)
  const mayPublish = useMay(kind === 'collections' ? 'collections-write' : 'readlists-write')
  const navigate = useNavigate()
  const remove = useMutation({ mutationFn: () => deleteList(kind, list.id) })
  const arranged = list.ordered && !list.automatic
  const offline = useOfflineSome({ kind: 'list', id: list.id, title: list.name, arranged })
  const close = () => setOpened(null)
  const mayShare = mayPublish && (list.mine || list.visibility === 'public')
  const file = (format: 'cbl' | 'json') =>
    addressOf('/api/v1/readlists/{read_list_id}/export', { params: { read_list_id: list.id }, query: { format } })
  const label = t('card.more', { title: list.name })
  return (
    <>
      {kind === 'readlists' && <ReadButton listId={list.id} />}
      {list.mayEdit && !list.automatic && !isEmpty(list) && (
        <Button
          {...(kind === 'readlists' && { variant: 'default' })}
          leftSection={<IconArrowsSort size={18} stroke={1.6} />}
          onClick={() => setOpened('arrange')}
        >
          {tl('curated.arrange')}
        </Button>
      )}
      {list.mayEdit && list.automatic && (
        <Button leftSection={<IconPencil size={18} stroke={1.6} />} onClick={() => setOpened('edit')}>
          {tl('curated.edit')}
        </Button>
      )}
      {(list.mayEdit || kind === 'readlists') && (
        <MoreButton
          label={label}
          menu={state => (
            <CardMenu label={label} {...state}>
              {list.mayEdit && (
                <Menu.Item leftSection={<IconPencil size={18} stroke={1.6} />} onClick={() => setOpened('edit')}>
                  {tl('curated.edit')}
                </Menu.Item>
              )}
              {mayShare && (
                <Menu.Item leftSection={<IconUsers size={18} stroke={1.6} />} onClick={() => setOpened('share')}>
                  {tl('curated.share')}
                </Menu.Item>
              )}
              {kind === 'readlists' && (
                <>
                  {offline.item}
                  <Menu.Item
                    leftSection={<IconDownload size={18} stroke={1.6} />}
                    component="a"
                    href={file('cbl')}
                    download
                  >
                    {tl('curated.exportCbl')}
                  </Menu.Item>
                  <Menu.Item
                    leftSection={<IconDownload size={18} stroke={1.6} />}
                    component="a"
                    href={file('json')}
                    download
                  >
                    {tl('curated.exportJson')}
                  </Menu.Item>
                </>
              )}
              {list.mayDelete && (
                <Menu.Item
                  color="danger"
                  leftSection={<IconTrash size={18} stroke={1.6} />}
                  onClick={() => setOpened('delete')}
                >
                  {tl('curated.delete')}
                </Menu.Item>
              )}
            </CardMenu>
          )}
        />
      )}
      {offline.dialog}
      {opened === 'edit' && <EditListDialog kind={kind} list={list} onClose={close} />}
      {opened === 'arrange' && <ArrangeDialog kind={kind} list={list} onClose={close} />}
      {opened === 'share' && <SharingDialog kind={kind} list={list} onClose={close} />}
      <ConfirmDialog
        opened={opened === 'delete'}
        title={tl('curated.deleteTitle', { name: list.name })}
        confirmLabel={tl('curated.delete')}
        pending={remove.isPending}
        error={remove.error}
        onClose={close}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              toast({ message: tl('curated.deleted', { name: list.name }) })
              void navigate({ to: '/lists/$kind', params: { kind }, replace: true }).then(() =>
                forgetList(kind, list.id),
              )
            },
          })
        }
      >
        {tl('curated.deleteText')}
      </ConfirmDialog>
    </>
  )
}
