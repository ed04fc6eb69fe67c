import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { queryClient } from '../../api/query-client'
import { t } from '../../messages'
import { EntryFrame } from '../../ui/entry-frame'
import { ErrorNotice } from '../../ui/error-notice'
import { usePageTitle } from '../../ui/page-title'
import { useServerName } from '../../ui/server-name'
import { sessionQuery } from '../auth'
import { librariesQuery } from '../libraries'
import { LibraryForm } from '../libraries/admin/library-form'
import { lookForScans } from '../scans'
import { AdminForm } from './admin-form'
import { storeTypedLibrary, typedLibrary } from './before-reload'
import { LinkForm } from './link-form'
import { setupQuery } from './setup.queries'

/** One element: another one would start the navigation again. */
const HOME = <Navigate to="/" replace />

/** The first run: the administrator's account, the first folder, and then the first books. */
export function SetupPage() {
  const title = t('setup.title', { name: useServerName() })
  usePageTitle(title)
  const { token, step } = useSearch({ from: '/setup' })
  const { data: setup, error, refetch } = useQuery(setupQuery)
  const session = useQuery({ ...sessionQuery, enabled: step === 'folder' })
  const navigate = useNavigate()

  const afterAccount = async () => {
    // A server started with folders already has its libraries.
    const libraries = await queryClient.fetchQuery(librariesQuery).catch(() => [])
    if (libraries.length > 0) {
      lookForScans()
      await navigate({ to: '/', replace: true })
    } else await navigate({ to: '/setup', search: { step: 'folder' }, replace: true })
  }
  if (error && !setup) return <ErrorNotice error={error} onRetry={() => void refetch()} level={1} />
  if (!setup) return null
  if (step === 'folder' && session.isPending) return null
  if (step === 'folder' && session.data?.permissions.includes('libraries-write')) {
    return (
      <EntryFrame wide title={t('setup.folderTitle')} text={t('setup.folderText')}>
        <LibraryForm
          start={typedLibrary()}
          onTyped={storeTypedLibrary}
          submitLabel={t('setup.start')}
          onDone={() => {
            storeTypedLibrary(null)
            lookForScans()
            void navigate({ to: '/', replace: true })
          }}
          cancelLabel={t('setup.later')}
          onCancel={() => {
            storeTypedLibrary(null)
            void navigate({ to: '/', replace: true })
          }}
        />
      </EntryFrame>
    )
  }
  // Already set up: this page has nothing to offer, even with the link.
  if (!setup.setupRequired) return HOME
  if (setup.linkRequired && !token) {
    return (
      <EntryFrame title={title} text={t('setup.linkText')}>
        <LinkForm onToken={given => void navigate({ to: '/setup', search: { token: given }, replace: true })} />
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title={title} text={t('setup.text')}>
      <AdminForm token={token} onDone={() => void afterAccount()} />
    </EntryFrame>
  )
}
