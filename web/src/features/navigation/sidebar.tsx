import {
  IconAdjustmentsHorizontal,
  IconBookmark,
  IconBooks,
  IconCategory,
  IconChartBar,
  IconHighlight,
  IconHome,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconListCheck,
  IconPlaylist,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { belowBase } from '../../api/base-path'
import { formatNumber, t } from '../../messages'
import { Avatar } from '../../ui/avatar'
import { hasCharacterKeys } from '../../ui/character-keys'
import { useServerName } from '../../ui/server-name'
import { sectionsFor } from '../admin/sections'
import { useSession } from '../auth'
import { libraryCover, libraryStart, useLibraries } from '../libraries'
import { PresetLink, presetsQuery } from '../presets'
import { expectPalette, openPalette } from '../search'
import classes from './sidebar.module.css'

type Props = { readonly folded: boolean; readonly onFold: (folded: boolean) => void }

export function Sidebar({ folded, onFold }: Props) {
  const libraries = useLibraries().data ?? []
  const pinned = (useQuery(presetsQuery).data ?? []).filter(preset => preset.pinned)
  const user = useSession()
  const name = useServerName()
  const mayManage = sectionsFor(user?.permissions ?? []).length > 0
  const fold = folded ? t('navigation.expand') : t('navigation.collapse')
  return (
    <aside className={classes.sidebar} data-folded={folded}>
      <div className={classes.head}>
        <Link to="/" className={classes.brand} aria-label={t('navigation.brand', { name })} title={name}>
          <img src={belowBase('/icon.svg')} alt="" width={28} height={28} />
          <span className={classes.word}>{name}</span>
        </Link>
      </div>
      <button
        type="button"
        className={classes.search}
        aria-label={t('navigation.search')}
        aria-keyshortcuts="/ Control+K Meta+K"
        title={t('navigation.searchHint')}
        onPointerEnter={expectPalette}
        onFocus={expectPalette}
        onClick={() => openPalette()}
      >
        <span className={classes.icon} aria-hidden>
          <IconSearch />
        </span>
        <span className={classes.label}>{t('navigation.search')}</span>
        {hasCharacterKeys() && (
          <kbd className={classes.count} aria-hidden>
            /
          </kbd>
        )}
      </button>
      <nav aria-label={t('navigation.main')} className={classes.nav}>
        <ul>
          <Item icon={<IconHome />} label={t('navigation.home')}>
            {props => <Link to="/" {...props} />}
          </Item>
          <Item icon={<IconBooks />} label={t('navigation.everything')}>
            {props => <Link to="/library" activeOptions={{ includeSearch: false }} {...props} />}
          </Item>
          <Item icon={<IconCategory />} label={t('navigation.browse')}>
            {props => <Link to="/browse" {...props} />}
          </Item>
          <Item icon={<IconPlaylist />} label={t('navigation.lists')}>
            {props => <Link to="/lists" {...props} />}
          </Item>
          <Item icon={<IconListCheck />} label={t('wantToRead.title')}>
            {props => <Link to="/want-to-read" {...props} />}
          </Item>
          <Item icon={<IconHighlight />} label={t('navigation.marks')}>
            {props => <Link to="/marks" {...props} />}
          </Item>
          <Item icon={<IconChartBar />} label={t('navigation.statistics')}>
            {props => <Link to="/statistics" {...props} />}
          </Item>
        </ul>
        {libraries.length > 0 && (
          <>
            <h2 className={classes.group} id="sidebar-libraries">
              {t('navigation.libraries')}
            </h2>
            <ul aria-labelledby="sidebar-libraries">
              {libraries.map(library => (
                <Item
                  key={library.id}
                  label={library.name}
                  count={library.bookCount}
                  initial={library.name}
                  cover={libraryCover(library)}
                >
                  {props => (
                    <Link
                      to="/libraries/$libraryId"
                      params={{ libraryId: library.id }}
                      search={libraryStart(library)}
                      activeOptions={{ includeSearch: false }}
                      {...props}
                    />
                  )}
                </Item>
              ))}
            </ul>
          </>
        )}
        {pinned.length > 0 && (
          <>
            <h2 className={classes.group} id="sidebar-presets">
              {t('presets.inSidebar')}
            </h2>
            <ul aria-labelledby="sidebar-presets">
              {pinned.map(preset => (
                <Item key={preset.id} label={preset.name} icon={<IconBookmark />}>
                  {props => <PresetLink preset={preset} {...props} />}
                </Item>
              ))}
            </ul>
          </>
        )}
        <ul className={classes.foot}>
          {mayManage && (
            <Item icon={<IconAdjustmentsHorizontal />} label={t('navigation.manage')}>
              {props => <Link to="/settings" {...props} />}
            </Item>
          )}
          <Item
            icon={user ? <Avatar user={user} size={22} /> : <IconUser />}
            label={user?.username ?? t('navigation.profile')}
          >
            {props => <Link to="/profile" {...props} />}
          </Item>
        </ul>
      </nav>
      <button type="button" className={classes.fold} onClick={() => onFold(!folded)} aria-label={fold} title={fold}>
        {folded ? (
          <IconLayoutSidebarLeftExpand size={20} stroke={1.6} />
        ) : (
          <IconLayoutSidebarLeftCollapse size={20} stroke={1.6} />
        )}
      </button>
    </aside>
  )
}

type LinkProps = { readonly className: string; readonly title: string; readonly children: ReactNode }
type ItemProps = {
  readonly icon?: ReactNode
  readonly label: string
  readonly count?: number | null | undefined
  /** Collapsed, a library is shown by its first letter. */
  readonly initial?: string
  /** Address of its chosen cover. */
  readonly cover?: string | null
  readonly children: (props: LinkProps) => ReactNode
}

function Item({ icon, label, count, initial, cover, children }: ItemProps) {
  return (
    <li>
      {children({
        className: classes.item ?? '',
        title: label,
        children: (
          <>
            <span className={classes.icon} aria-hidden>
              {cover && <img className={classes.picture} src={cover} alt="" width={22} height={22} />}
              {!cover &&
                (initial ? <span className={classes.initial}>{[...initial][0]?.toLocaleUpperCase()}</span> : icon)}
            </span>
            <span className={classes.label}>{label}</span>
            {typeof count === 'number' && count > 0 && (
              <span className={classes.count} aria-hidden>
                {formatNumber(count)}
              </span>
            )}
          </>
        ),
      })}
    </li>
  )
}
