import { Button } from '@mantine/core'
import {
  IconAdjustments,
  IconAlertTriangle,
  IconCalendarTime,
  IconChartBar,
  IconCopy,
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
import { type SectionName, sectionNames, sections, sectionsFor } from './sections'

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
  system: <IconServer2 />,
}

/** What looks after the server: its parts side by side, the open one under them. */
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
      <SectionBar open={open} here={here} />
      <PlainHttpNotice />
      <Outlet />
    </div>
  )
}

function SectionBar({ open, here }: { readonly open: readonly SectionName[]; readonly here: SectionName }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // On a phone the open part may stand beyond the edge.
    const item = list.current?.querySelector<HTMLElement>(`[data-section="${here}"]`)
    if (item && list.current) {
      list.current.scrollLeft = item.offsetLeft - (list.current.clientWidth - item.offsetWidth) / 2
    }
  }, [here])
  return (
    <nav className={classes.bar} aria-label={ta('admin.sections')}>
      <ul ref={list} className={classes.sections}>
        {open.map(name => (
          <li key={name} data-section={name}>
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
          </li>
        ))}
      </ul>
    </nav>
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
