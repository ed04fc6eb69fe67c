import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { UserDto, UserRole } from '../../api/types'
import { formatRelativeTime, t } from '../../messages'
import { Avatar } from '../../ui/avatar'
import { ErrorNotice } from '../../ui/error-notice'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Pager } from '../../ui/pager'
import { QuietSelect } from '../../ui/quiet-select'
import rows from '../../ui/rows.module.css'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { MayDo } from './may-do'
import { tp } from './messages'
import classes from './people.module.css'
import { usersQuery } from './people.queries'
import { DeletePicture, DeleteUser, LinkDialog, RemoveSecondFactor, SwitchUser, UserDevices } from './user-acts'
import { EditUser, NewUser } from './user-dialogs'
import { roles } from './user-form'
import { type UserAct, UserMenu } from './user-menu'

type Open = { readonly what: 'new' } | { readonly what: UserAct; readonly user: UserDto }

/** The users of the server. */
export function UsersPage() {
  usePageTitle(ta('admin.section.users'))
  const [search, setSearch] = useState(useSearch({ from: '/app/settings/users' }).search ?? '')
  const [role, setRole] = useState<UserRole | ''>('')
  const [page, setPage] = useState(1)
  const [open, setOpen] = useState<Open | null>(null)
  const mayWrite = useMay('users-write')
  const { data, error, refetch } = useQuery(usersQuery({ search: useDeferredValue(search.trim()), role, page }))
  const close = () => setOpen(null)
  return (
    <Page
      wide
      title={ta('admin.section.users')}
      line={tp('people.users.text')}
      aside={
        mayWrite && (
          <Button leftSection={<IconUserPlus size={18} stroke={1.8} />} onClick={() => setOpen({ what: 'new' })}>
            {tp('people.add')}
          </Button>
        )
      }
    >
      <div className={classes.filters}>
        <TextInput
          type="search"
          aria-label={tp('people.search')}
          placeholder={tp('people.search')}
          value={search}
          onChange={event => {
            setPage(1)
            setSearch(event.currentTarget.value)
          }}
        />
        <QuietSelect
          label={tp('people.role')}
          value={role}
          choices={[
            { value: '', label: tp('people.all') },
            ...roles.map(value => ({ value, label: t(`role.${value}`) })),
          ]}
          onChange={value => {
            setPage(1)
            setRole(value)
          }}
        />
      </div>
      {data && data.total > 0 && (
        <p className={classes.count} role="status">
          {tp('people.userCount', { count: data.total })}
        </p>
      )}
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <NoticePage level={2} icon={<IconUsers size={34} stroke={1.5} />} title={tp('people.none')}>
          {tp('people.noneText')}
        </NoticePage>
      )}
      {data && data.total > 0 && (
        <ul className={`${rows.list} ${classes.list}`} data-raised aria-label={ta('admin.section.users')}>
          {data.data.map(user => (
            <UserRow key={user.id} user={user} onOpen={what => setOpen({ what, user })} />
          ))}
        </ul>
      )}
      {data && <Pager page={page} pages={data.totalPages} onPage={setPage} />}
      {open?.what === 'new' && <NewUser onClose={close} />}
      {open && open.what !== 'new' && <OpenAct act={open.what} user={open.user} onClose={close} />}
    </Page>
  )
}

type ActProps = { readonly act: UserAct; readonly user: UserDto; readonly onClose: () => void }

function OpenAct({ act, ...props }: ActProps) {
  switch (act) {
    case 'edit':
      return <EditUser {...props} />
    case 'may':
      return <MayDo {...props} />
    case 'link':
      return <LinkDialog {...props} />
    case 'devices':
      return <UserDevices {...props} />
    case 'second':
      return <RemoveSecondFactor {...props} />
    case 'picture':
      return <DeletePicture {...props} />
    case 'on':
    case 'off':
      return <SwitchUser on={act === 'on'} {...props} />
    case 'delete':
      return <DeleteUser {...props} />
  }
}

function UserRow({ user, onOpen }: { readonly user: UserDto; readonly onOpen: (what: UserAct) => void }) {
  return (
    <li className={rows.row} data-off={!user.isActive}>
      <Avatar user={user} size={40} off={!user.isActive} />
      <div className={classes.person}>
        <div className={rows.words}>
          <strong>{user.username}</strong>
          <span>{user.guardian ? tp('people.childOf', { name: user.guardian }) : user.email}</span>
        </div>
        <div className={classes.facts}>
          <span className={rows.mark} data-accent={user.role !== 'reader'}>
            {t(`role.${user.role}`)}
          </span>
          {!user.isActive && <span className={rows.mark}>{tp('people.deactivated')}</span>}
          {user.secondFactor && <span className={rows.mark}>{tp('people.twoFactor')}</span>}
          <span>
            {user.lastSeenAt
              ? tp('people.lastSeen', { when: formatRelativeTime(user.lastSeenAt) })
              : tp('people.neverSeen')}
          </span>
        </div>
      </div>
      <UserMenu user={user} onAct={onOpen} />
    </li>
  )
}
