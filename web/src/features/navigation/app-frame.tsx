import { Outlet } from '@tanstack/react-router'
import { t } from '../../messages'
import { useContentShown } from '../../ui/opening'
import { ToastPlace } from '../../ui/toast'
import { useRootAttribute } from '../../ui/use-root-attribute'
import { useWideScreen } from '../../ui/use-wide-screen'
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
  const isWide = useWideScreen()
  useRootAttribute('data-tabs', isWide ? null : '')
  return (
    <div className={classes.frame} data-folded={folded}>
      <a className={classes.skip} href="#content">
        {t('navigation.skip')}
      </a>
      {isWide && <Sidebar folded={folded} onFold={setFolded} />}
      <main id="content" className={classes.content} tabIndex={-1}>
        {isContentShown && <Outlet />}
      </main>
      {!isWide && <TabBar />}
      <ScanCorner />
      <ToastPlace />
      <PalettePlace />
      <PageAnnouncer />
    </div>
  )
}
