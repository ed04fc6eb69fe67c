import { IconBooks, IconFolderCog, IconHome, IconUser } from '@tabler/icons-react'
import { Link, useMatchRoute } from '@tanstack/react-router'
import { t } from '../../messages'
import { useMay } from '../auth'
import classes from './tab-bar.module.css'

/** The ways to everywhere on a phone, under the thumb. */
export function TabBar() {
  const mayManage = useMay('libraries-write')
  const matches = useMatchRoute()
  const insideLibrary = Boolean(matches({ to: '/libraries/$libraryId' }) || matches({ to: '/library' }))
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
      {mayManage && (
        <Link to="/settings/libraries" className={classes.tab}>
          <IconFolderCog aria-hidden />
          {t('navigation.manageShort')}
        </Link>
      )}
      <Link to="/profile" className={classes.tab}>
        <IconUser aria-hidden />
        {t('navigation.profile')}
      </Link>
    </nav>
  )
}
