import { IconAdjustmentsHorizontal, IconBooks, IconHome, IconSearch, IconUser } from '@tabler/icons-react'
import { Link, useMatchRoute } from '@tanstack/react-router'
import { t } from '../../messages'
import { Avatar } from '../../ui/avatar'
import { sectionsFor } from '../admin/sections'
import { useSession } from '../auth'
import { expectPalette, openPalette } from '../search'
import classes from './tab-bar.module.css'

/** Pages that are reached from the library. */
const IN_LIBRARY = [
  '/library',
  '/libraries/$libraryId',
  '/series/$seriesId',
  '/books/$bookId',
  '/browse',
  '/lists',
  '/want-to-read',
  '/marks',
] as const

/** Navigation on a phone, at the bottom. */
export function TabBar() {
  const user = useSession()
  const mayManage = sectionsFor(user?.permissions ?? []).length > 0
  const matches = useMatchRoute()
  const insideLibrary = IN_LIBRARY.some(to => matches({ to, fuzzy: true }))
  return (
    <nav className={classes.bar} aria-label={t('navigation.main')}>
      <Link to="/" className={classes.tab}>
        <IconHome aria-hidden />
        {t('navigation.home')}
      </Link>
      <Link to="/library" className={insideLibrary ? `${classes.tab} active` : classes.tab}>
        <IconBooks aria-hidden />
        {t('navigation.library')}
      </Link>
      <button
        type="button"
        className={classes.tab}
        onPointerDown={expectPalette}
        onFocus={expectPalette}
        onClick={() => openPalette()}
      >
        <IconSearch aria-hidden />
        {t('navigation.search')}
      </button>
      {mayManage && (
        <Link to="/settings" className={classes.tab}>
          <IconAdjustmentsHorizontal aria-hidden />
          {t('navigation.manageShort')}
        </Link>
      )}
      <Link to="/profile" className={classes.tab}>
        {user?.avatar ? <Avatar user={user} size={24} /> : <IconUser aria-hidden />}
        {t('navigation.profile')}
      </Link>
    </nav>
  )
}
