import { Outlet } from '@tanstack/react-router'
import { t } from '../../messages'
import { useContentShown } from '../../ui/opening'
import { ToastPlace } from '../../ui/toast'
import { ScanCorner } from '../scans'
import { PalettePlace } from '../search'
import classes from './app-frame.module.css'
import { PageAnnouncer } from './page-announcer'
import { Sidebar } from './sidebar'
import { useSidebarFolded } from './sidebar-folded'
import { TabBar } from './tab-bar'

export function AppFrame() {
  const [folded, setFolded] = useSidebarFolded()
  const isContentShown = useContentShown()
  return (
    <div className={classes.frame} data-folded={folded}>
      <a className={classes.skip} href="#content">
        {t('navigation.skip')}
      </a>
      <Sidebar folded={folded} onFold={setFolded} />
      <main id="content" className={classes.content} tabIndex={-1}>
        {isContentShown && <Outlet />}
      </main>
      <TabBar />
      <ScanCorner />
      <ToastPlace />
      <PalettePlace />
      <PageAnnouncer />
    </div>
  )
}
