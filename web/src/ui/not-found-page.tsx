import { Button } from '@mantine/core'
import { IconBookOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { t } from '../messages'
import { NoticePage } from './notice-page'
import { usePageTitle } from './page-title'

export function NotFoundPage() {
  usePageTitle(t('notFound.title'))
  return (
    <NoticePage
      icon={<IconBookOff size={34} stroke={1.5} />}
      title={t('notFound.title')}
      actions={<Button renderRoot={props => <Link to="/" {...props} />}>{t('action.goHome')}</Button>}
    >
      {t('notFound.text')}
    </NoticePage>
  )
}
