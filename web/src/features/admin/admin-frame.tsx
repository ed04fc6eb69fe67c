import { Button } from '@mantine/core'
import {
  IconAdjustments,
  IconAlertTriangle,
  IconCalendarTime,
  IconChartBar,
  IconChevronDown,
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
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { NoticePage } from '../../ui/notice-page'
import { usePageTitle } from '../../ui/page-title'
import { useRoomForMenu } from '../../ui/use-wide-screen'
import { useSession } from '../auth'
import classes from './admin-frame.module.css'
import { ta } from './messages'
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
 * The administration: a menu of its parts in groups, and the open part. On narrow screens a button above it opens the menu.
 */
export function AdminFrame() {
  const permissions = useSession()?.permissions ?? []
  const path = useRouterState({ select: state => state.location.pathname })
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

type MenuProps = { readonly open: readonly SectionName[]; readonly here: SectionName }

function SectionMenu({ open, here }: MenuProps) {
  const hasSidebar = useRoomForMenu()
  return (
    <nav className={classes.menu} aria-label={ta('admin.sections')}>
      {hasSidebar ? <Sections open={open} /> : <SectionButton open={open} here={here} />}
    </nav>
  )
}

/** Names the open part and its group, and opens the menu. */
function SectionButton({ open, here }: MenuProps) {
  const [isOpened, setOpened] = useState(false)
  return (
    <>
      <button type="button" className={classes.chooser} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <span className={classes.icon} aria-hidden>
          {icons[here]}
        </span>
        <span className={classes.here}>{ta(`admin.section.${here}`)}</span>
        <span className={classes.hereGroup}>{ta(`admin.group.${sections[here].group}`)}</span>
        <IconChevronDown size={18} stroke={1.7} aria-hidden />
      </button>
      <Dialog title={ta('admin.sections')} opened={isOpened} onClose={() => setOpened(false)}>
        <Sections open={open} onGo={() => setOpened(false)} />
      </Dialog>
    </>
  )
}

type SectionsProps = { readonly open: readonly SectionName[]; readonly onGo?: () => void }

function Sections({ open, onGo }: SectionsProps) {
  const groups = sectionGroups
    .map(group => ({ group, names: open.filter(name => sections[name].group === group) }))
    .filter(({ names }) => names.length > 0)
  return (
    <ul className={classes.groups}>
      {groups.map(({ group, names }) => (
        <li key={group}>
          <span id={`sections-${group}`} className={classes.groupName} aria-hidden>
            {ta(`admin.group.${group}`)}
          </span>
          <ul aria-labelledby={`sections-${group}`} className={classes.sections}>
            {names.map(name => (
              <li key={name}>
                <Link
                  to={sections[name].path}
                  className={classes.section}
                  activeOptions={{ includeSearch: false }}
                  viewTransition={false}
                  onClick={onGo}
                >
                  <span className={classes.icon} aria-hidden>
                    {icons[name]}
                  </span>
                  {ta(`admin.section.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
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
