import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { IconPencil, IconTag, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AccessGroupDto, SharingTagDto } from '../../api/types'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Panel } from '../../ui/panel'
import rows from '../../ui/rows.module.css'
import { ta } from '../admin/messages'
import { GroupDialog } from './group-dialog'
import { tp } from './messages'
import classes from './people.module.css'
import { groupsQuery, tagsQuery, useCreateGroup, useCreateTag, useDeleteGroup, useDeleteTag } from './people.queries'

/** Access groups with shared limits, and sharing tags. */
export function AccessPage() {
  usePageTitle(ta('admin.section.access'))
  return (
    <Page wide title={ta('admin.section.access')} line={tp('people.access.text')}>
      <div className={classes.parts}>
        <Panel title={tp('people.groups')} text={tp('people.groupsText')}>
          <Groups />
        </Panel>
        <Panel title={tp('people.tags')} text={tp('people.tagsText')}>
          <Tags />
        </Panel>
      </div>
    </Page>
  )
}

function Groups() {
  const { data, error } = useQuery(groupsQuery)
  const [open, setOpen] = useState<AccessGroupDto | null>(null)
  const [doomed, setDoomed] = useState<AccessGroupDto | null>(null)
  const create = useCreateGroup(setOpen)
  return (
    <>
      {error && <p role="alert">{errorSentence(error)}</p>}
      {data?.length === 0 && <p className={classes.hint}>{tp('people.groupsNone')}</p>}
      {data && data.length > 0 && (
        <ul className={rows.list} aria-label={tp('people.groups')}>
          {data.map(group => (
            <li key={group.id} className={rows.row}>
              <IconUsersGroup size={22} stroke={1.6} aria-hidden />
              <div className={rows.words}>
                <strong>{group.name}</strong>
                <span>
                  {dotted([
                    tp('people.membersCount', { count: group.memberCount }),
                    group.libraryIds != null && tp('people.limited', { count: group.libraryIds.length }),
                    group.ageLimit != null && tp('people.ageOf', { age: group.ageLimit }),
                  ])}
                </span>
              </div>
              <IconButton label={tp('people.edit', { name: group.name })} onClick={() => setOpen(group)}>
                <IconPencil size={20} stroke={1.6} />
              </IconButton>
              <IconButton
                danger
                label={tp('people.deleteNamed', { name: group.name })}
                onClick={() => setDoomed(group)}
              >
                <IconTrash size={20} stroke={1.6} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <AddForm label={tp('people.addGroup')} work={create} />
      {open && <GroupDialog id={open.id} name={open.name} onClose={() => setOpen(null)} />}
      {doomed && <DeleteGroup group={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}

function DeleteGroup({ group, onClose }: { readonly group: AccessGroupDto; readonly onClose: () => void }) {
  const remove = useDeleteGroup(group.id, onClose)
  return (
    <ConfirmDialog
      opened
      title={tp('people.deleteGroup', { name: group.name })}
      confirmLabel={tp('people.delete')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {tp('people.deleteGroupText')}
    </ConfirmDialog>
  )
}

function Tags() {
  const { data, error } = useQuery(tagsQuery)
  const [doomed, setDoomed] = useState<SharingTagDto | null>(null)
  const create = useCreateTag(() => {})
  return (
    <>
      {error && <p role="alert">{errorSentence(error)}</p>}
      {data?.length === 0 && <p className={classes.hint}>{tp('people.tagsNone')}</p>}
      {data && data.length > 0 && (
        <ul className={rows.list} aria-label={tp('people.tags')}>
          {data.map(tag => (
            <li key={tag.id} className={rows.row}>
              <IconTag size={22} stroke={1.6} aria-hidden />
              <div className={rows.words}>
                <strong>{tag.name}</strong>
                <span>
                  {dotted([
                    tp('people.seriesCount', { count: tag.seriesCount }),
                    tp('people.userCount', { count: tag.userCount }),
                  ])}
                </span>
              </div>
              <IconButton danger label={tp('people.deleteNamed', { name: tag.name })} onClick={() => setDoomed(tag)}>
                <IconTrash size={20} stroke={1.6} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <AddForm label={tp('people.addTag')} work={create} />
      {doomed && <DeleteTag tag={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}

function DeleteTag({ tag, onClose }: { readonly tag: SharingTagDto; readonly onClose: () => void }) {
  const remove = useDeleteTag(tag.id, onClose)
  return (
    <ConfirmDialog
      opened
      title={tp('people.deleteTag', { name: tag.name })}
      confirmLabel={tp('people.delete')}
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      {tp('people.deleteTagText', { count: tag.seriesCount })}
    </ConfirmDialog>
  )
}

type Work = {
  readonly mutate: (name: string, options: { readonly onSuccess: () => void }) => void
  readonly isPending: boolean
  readonly error: unknown
}

function AddForm({ label, work }: { readonly label: string; readonly work: Work }) {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) work.mutate(name.trim(), { onSuccess: () => setName('') })
  }
  return (
    <form className={classes.add} onSubmit={submit}>
      <TextInput
        label={label}
        placeholder={tp('people.name')}
        maxLength={100}
        value={name}
        error={work.error ? errorSentence(work.error) : null}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!name.trim()} loading={work.isPending}>
        {label}
      </Button>
    </form>
  )
}
