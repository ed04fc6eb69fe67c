import { IconBookOff, IconSearchOff } from '@tabler/icons-react'
import { t } from '../../messages'
import { NoticePage } from '../../ui/notice-page'
import { useMay } from '../auth'
import { useActiveScans } from '../scans'

type Props = { readonly text: string; readonly filtered: boolean }

export function EmptyList({ text, filtered }: Props) {
  const mayScan = useMay('libraries-write')
  const scanning = useActiveScans().length > 0
  if (text || filtered) {
    return (
      <NoticePage level={2} icon={<IconSearchOff size={34} stroke={1.5} />} title={t('libraries.noResults')}>
        {filtered ? t('lists.noMatches') : t('libraries.noResultsText', { text })}
      </NoticePage>
    )
  }
  return (
    <NoticePage
      level={2}
      icon={<IconBookOff size={34} stroke={1.5} />}
      title={scanning ? t('home.scanningTitle') : t('home.noBooksTitle')}
    >
      {t(scanning ? 'home.scanningText' : mayScan ? 'home.noBooksText' : 'home.noBooksAsk')}
    </NoticePage>
  )
}
