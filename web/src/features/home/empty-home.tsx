import { Button } from '@mantine/core'
import { IconBooks, IconFolderSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../../messages'
import { NoticePage } from '../../ui/notice-page'
import { useMay } from '../auth'
import { useLibraries } from '../libraries'
import { useActiveScans } from '../scans'

/** Nothing to read yet: the reason, and what to do. */
export function EmptyHome() {
  const libraries = useLibraries().data
  const mayManage = useMay('libraries-write')
  const scanning = useActiveScans().length > 0
  if (!libraries) return null
  if (scanning) {
    return (
      <NoticePage level={2} icon={<IconFolderSearch size={34} stroke={1.5} />} title={t('home.scanningTitle')}>
        {t('home.scanningText')}
      </NoticePage>
    )
  }
  const none = libraries.length === 0
  return (
    <NoticePage
      level={2}
      icon={<IconBooks size={34} stroke={1.5} />}
      title={none ? t('home.noLibraryTitle') : t('home.noBooksTitle')}
      actions={
        mayManage && (
          <Button renderRoot={props => <Link to="/settings/libraries" {...(none ? { hash: 'add' } : {})} {...props} />}>
            {none ? t('libraries.addFirst') : t('navigation.manage')}
          </Button>
        )
      }
    >
      {t(emptyWords(none, mayManage))}
    </NoticePage>
  )
}

function emptyWords(none: boolean, mayManage: boolean) {
  if (none) return mayManage ? 'home.noLibraryText' : 'home.noLibraryAsk'
  return mayManage ? 'home.noBooksText' : 'home.noBooksAsk'
}
