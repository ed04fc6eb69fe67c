import { Button } from '@mantine/core'
import {
  IconAdjustments,
  IconAlertTriangle,
  IconCalendarTime,
  IconChartBar,
  IconCopy,
  IconDatabase,
  IconEyeOff,
  IconFolders,
  IconLock,
  IconLogin2,
  IconServer2,
  IconShieldCheck,
  IconStack2,
  IconTemplate,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { t } from '../../messages'
import { ErrorNotice } from '../../ui/error-notice'
import { NoticePage } from '../../ui/notice-page'
import { usePageTitle } from '../../ui/page-title'
import { WholePageLoader } from '../../ui/whole-page-loader'
import { useSession } from '../auth'
import classes from './admin-frame.module.css'
import { loadAdminMessages, ta } from './messages'
import { PlainHttpNotice } from './plain-http-notice'
import { type SectionName, sectionGroups, sectionNames, sections, sectionsFor } from './sections'

const icons: Record<SectionName, ReactNode> = {
  libraries: <IconFolders />,
  template: <IconTemplate />,
  tasks: <IconStack2 />,
  schedules: <IconCalendarTime />,
  errors: <IconAlertTriangle />,
  duplicates: <IconCopy />,
  metrics: <IconChartBar />,
  users: <IconUsers />,
  access: <IconEyeOff />,
  providers: <IconLogin2 />,
  audit: <IconShieldCheck />,
  settings: <IconAdjustments />,
  storage: <IconDatabase />,
  system: <IconServer2 />,
}

/**
 * The administration: a menu of its parts in groups, and the open part. On narrow screens the menu is a bar above it.
 */
export function AdminFrame() {
  const messages = useQuery({
    queryKey: ['messages', 'admin'],
    queryFn: () => loadAdminMessages().then(() => true),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const permissions = useSession()?.permissions ?? []
  const path = useRouterState({ select: state => state.location.pathname })
  if (messages.isError) return <ErrorNotice level={1} error={messages.error} onRetry={() => void messages.refetch()} />
  if (!messages.data) return <WholePageLoader />
  const open = sectionsFor(permissions)
  const here = sectionNames.find(name => path.startsWith(sections[name].path))
  if (!here || !open.includes(here)) return <NotForYou />
  return (
    <div className={classes.admin}>
      <SectionMenu open={open} here={here} />
      <div className={classes.content}>
        <PlainHttpNotice />
        <Outlet />
      </div>
    </div>
  )
}

function SectionMenu({ open, here }: { readonly open: readonly SectionName[]; readonly here: SectionName }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // In the bar, the open part may be outside the visible area.
    const item = list.current?.querySelector<HTMLElement>(`[data-section="${here}"]`)
    if (item && list.current) {
      list.current.scrollLeft = item.offsetLeft - (list.current.clientWidth - item.offsetWidth) / 2
    }
  }, [here])
  const groups = sectionGroups
    .map(group => ({ group, names: open.filter(name => sections[name].group === group) }))
    .filter(({ names }) => names.length > 0)
  return (
    <nav className={classes.menu} aria-label={ta('admin.sections')}>
      <ul ref={list} className={classes.groups}>
        {groups.map(({ group, names }) => (
          <li key={group} className={classes.group}>
            <span id={`sections-${group}`} className={classes.groupName}>
              {ta(`admin.group.${group}`)}
            </span>
            <ul aria-labelledby={`sections-${group}`} className={classes.sections}>
              {names.map(name => (
                <li key={name} data-section={name}>
                  <SectionLink name={name} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function SectionLink({ name }: { readonly name: SectionName }) {
  return (
    <Link
      to={sections[name].path}
      className={classes.section}
      activeOptions={{ includeSearch: false }}
      viewTransition={false}
    >
      <span className={classes.icon} aria-hidden>
        {icons[name]}
      </span>
      {ta(`admin.section.${name}`)}
    </Link>
  )
}

function NotForYou() {
  usePageTitle(ta('admin.notForYouTitle'))
  return (
    <NoticePage
      icon={<IconLock size={34} stroke={1.5} />}
      title={ta('admin.notForYouTitle')}
      actions={<Button renderRoot={props => <Link to="/" {...props} />}>{t('action.goHome')}</Button>}
    >
      {ta('admin.notForYouText')}
    </NoticePage>
  )
}
