import { Button, Menu } from '@mantine/core'
import { IconArrowMerge, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FacetDetailDto } from '../../api/types'
import { t } from '../../messages'
import { CardMenu } from '../../ui/card-menu'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { MoreButton } from '../../ui/more-button'
import { toast } from '../../ui/toast'
import { useMay } from '../auth'
import { EditNameDialog } from './edit-name-dialog'
import { MergeNamesDialog } from './merge-names-dialog'
import { tn } from './messages'
import { NameChangesDialog } from './name-changes-dialog'
import type { NamePlace } from './name-kinds'
import { useDeleteName } from './names.queries'
import { countsOf } from './names-page'

type Props = { readonly place: NamePlace; readonly name: FacetDetailDto }

/** Actions on a name for people with permission. */
export function NameActions({ place, name }: Props) {
  const [opened, setOpened] = useState<'edit' | 'merge' | 'changes' | 'delete' | null>(null)
  const mayDelete = useMay('system-admin')
  const navigate = useNavigate()
  const remove = useDeleteName(name, () => {
    toast({ message: tn('names.deleted', { name: name.name }) })
    return navigate({ to: '/browse/$place', params: { place }, replace: true })
  })
  const close = () => setOpened(null)
  return (
    <>
      <Button leftSection={<IconPencil size={18} stroke={1.6} />} onClick={() => setOpened('edit')}>
        {tn('names.edit')}
      </Button>
      <MoreButton
        label={t('card.more', { title: name.name })}
        menu={state => (
          <CardMenu label={t('card.more', { title: name.name })} {...state}>
            <Menu.Item leftSection={<IconArrowMerge size={18} stroke={1.6} />} onClick={() => setOpened('merge')}>
              {tn('names.merge')}
            </Menu.Item>
            <Menu.Item leftSection={<IconHistory size={18} stroke={1.6} />} onClick={() => setOpened('changes')}>
              {tn('names.changes')}
            </Menu.Item>
            {mayDelete && (
              <Menu.Item
                color="danger"
                leftSection={<IconTrash size={18} stroke={1.6} />}
                onClick={() => setOpened('delete')}
              >
                {tn('names.delete')}
              </Menu.Item>
            )}
          </CardMenu>
        )}
      />
      {opened === 'edit' && <EditNameDialog name={name} onClose={close} />}
      {opened === 'changes' && <NameChangesDialog name={name} onClose={close} />}
      {opened === 'merge' && <MergeNamesDialog name={name} onClose={close} />}
      <ConfirmDialog
        opened={opened === 'delete'}
        title={tn('names.deleteTitle', { name: name.name })}
        confirmLabel={tn('names.delete')}
        pending={remove.isPending}
        error={remove.error}
        onClose={close}
        onConfirm={() => remove.mutate()}
      >
        {tn('names.deleteText', { counts: countsOf(name) })}
      </ConfirmDialog>
    </>
  )
}
