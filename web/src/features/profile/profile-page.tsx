import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { IconChartBar, IconDeviceMobileDown, IconHistory, IconLogout, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '../../api/client'
import { useStoredShown } from '../../api/connection'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { Facts } from '../../ui/facts'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Panel } from '../../ui/panel'
import { toast } from '../../ui/toast'
import { ApiKeys, tq } from '../api-keys'
import { signOut, useMay, useSession } from '../auth'
import { tk } from '../auth/messages'
import { OwnData } from '../data-transfer'
import { ReaderProfilesPart } from '../reader-profiles'
import { Appearance } from './appearance'
import { CharacterKeys } from './character-keys'
import { ChildProfiles } from './child-profiles'
import { childProfilesQuery } from './child-profiles.queries'
import { Devices, sessionsQuery } from './devices'
import { LinkedAccounts } from './linked-accounts'
import { OwnAccount } from './own-account'
import { OwnPassword } from './own-password'
import { OwnPicture } from './own-picture'
import { Passkeys } from './passkeys'
import classes from './profile-page.module.css'
import { ReadingApps } from './reading-apps'
import { SecondFactor } from './second-factor'
import { SwitchBack } from './switch-back'

export function ProfilePage() {
  usePageTitle(t('profile.title'))
  const user = useSession()
  const mayHaveKeys = useMay('api-keys-read')
  const navigate = useNavigate()
  const guardian = user?.guardian
  // Neither an administrator who views the app as somebody else, nor a child.
  const isOwner = !user?.seenBy && guardian == null
  const { data: info } = useQuery({
    queryKey: queryKeys.info,
    queryFn: ({ signal }) => api.get('/api/v1/info', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data: secondFactor } = useQuery({
    queryKey: queryKeys.secondFactor,
    queryFn: ({ signal }) => api.get('/api/v1/user/second-factor', { signal }),
    enabled: isOwner,
  })
  const isStored = useStoredShown()
  // Only the server has these parts; the bar at the top says that it does not answer.
  const isMissing = (key: readonly unknown[]) => isStored && queryClient.getQueryData(key) === undefined
  const leave = () =>
    signOut().then(
      () => navigate({ to: '/sign-in', search: {} }),
      error => toast({ message: errorSentence(error), tone: 'bad' }),
    )
  return (
    <Page
      narrow
      title={user?.username ?? t('profile.title')}
      line={guardian == null ? user?.email : tk('account.isChild', { name: guardian })}
      aside={
        !user?.seenBy && (
          <>
            <Button
              variant="default"
              leftSection={<IconDeviceMobileDown size={18} stroke={1.7} aria-hidden />}
              renderRoot={props => <Link to="/offline" {...props} />}
            >
              {t('offline.available')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconStar size={18} stroke={1.7} aria-hidden />}
              renderRoot={props => <Link to="/ratings" {...props} />}
            >
              {t('profile.ratings')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconChartBar size={18} stroke={1.7} aria-hidden />}
              renderRoot={props => <Link to="/statistics" {...props} />}
            >
              {t('navigation.statistics')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconHistory size={18} stroke={1.7} aria-hidden />}
              renderRoot={props => <Link to="/history" {...props} />}
            >
              {t('profile.history')}
            </Button>
            <Button variant="default" leftSection={<IconLogout size={18} stroke={1.7} />} onClick={() => void leave()}>
              {t('auth.signOut')}
            </Button>
          </>
        )
      }
    >
      <div className={classes.panels}>
        {guardian != null && <SwitchBack guardian={guardian} />}
        {user && !user.seenBy && (
          <Panel title={tk('account.picture')}>
            <OwnPicture user={user} />
          </Panel>
        )}
        {isOwner && user && secondFactor && (
          <Panel title={tk('account.details')}>
            <OwnAccount user={user} hasPassword={secondFactor.hasPassword} />
          </Panel>
        )}
        {isOwner && !isMissing(childProfilesQuery.queryKey) && (
          <Panel title={tk('account.children')} text={tk('account.childrenText')}>
            <ChildProfiles />
          </Panel>
        )}
        <Panel title={t('profile.appearance')}>
          <Appearance />
        </Panel>
        <Panel title={tk('keys.title')}>
          <CharacterKeys />
        </Panel>
        {!user?.seenBy && <ReaderProfilesPart />}
        {secondFactor && isOwner && (
          <>
            <Panel title={tk('account.password')}>
              <OwnPassword hasPassword={secondFactor.hasPassword} />
            </Panel>
            <Panel title={tk('passkey.title')} text={tk('passkey.text')}>
              <Passkeys hasPassword={secondFactor.hasPassword} />
            </Panel>
            <Panel title={tk('second.title')}>
              <SecondFactor state={secondFactor} />
            </Panel>
          </>
        )}
        {secondFactor && isOwner && <LinkedAccounts hasPassword={secondFactor.hasPassword} />}
        {!user?.seenBy && !isMissing(sessionsQuery.queryKey) && (
          <Panel
            title={tk('account.devices')}
            text={tk(guardian == null ? 'account.devicesText' : 'account.devicesTextChild')}
          >
            <Devices />
          </Panel>
        )}
        {!user?.seenBy && !isStored && (
          <Panel title={t('profile.data')} text={t('profile.dataText')}>
            <Suspense>
              <OwnData />
            </Suspense>
          </Panel>
        )}
        {guardian == null && (
          <Panel title={tk('apps.title')} text={tk('apps.text')}>
            <ReadingApps username={user?.username ?? ''} />
          </Panel>
        )}
        {mayHaveKeys && !isMissing(queryKeys.apiKeys) && (
          <Panel title={tq('apiKeys.title')} text={tq('apiKeys.text')}>
            <ApiKeys />
          </Panel>
        )}
        <Panel title={t('profile.about')}>
          <Facts
            facts={[
              { name: t('profile.role'), value: user ? roleName(user.role) : null },
              { name: t('profile.version'), value: info ? `${info.name} ${info.version}` : null },
            ]}
          />
        </Panel>
      </div>
    </Page>
  )
}

function roleName(role: string): string {
  return role === 'admin' || role === 'maintainer' || role === 'reader' ? t(`role.${role}`) : role
}
