import { IconDeviceDesktop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { belowBase } from '../../api/base-path'
import { t } from '../../messages'
import { Callout } from '../../ui/callout'
import { CopyLine } from '../../ui/copy-line'
import { useMay } from '../auth'
import { signInOptionsQuery } from '../auth/account.queries'
import { AppAddress } from './app-address'
import { exampleAddress, originForApps } from './app-origin.rules'
import classes from './reading-apps.module.css'
import { protocolsQuery } from './reading-apps.queries'

/** The server's addresses for reading apps, and for administrators the way to those that are off. */
export function ReadingApps({ username }: { readonly username: string }) {
  const { data: on } = useQuery(protocolsQuery)
  const { data: options } = useQuery(signInOptionsQuery)
  const origin = originForApps(location, options?.passkeyOrigin)
  const address = (path: string) => ({
    text: `${origin ?? location.origin}${belowBase(path)}`,
    scannable: origin !== null,
  })
  const mayTurnOn = useMay('system-admin') && on !== undefined
  return (
    <div className={classes.apps}>
      {options && origin === null && (
        <Callout tone="calm" icon={<IconDeviceDesktop size={20} stroke={1.6} />} title={t('apps.onlyHere')}>
          {t('apps.onlyHereText', { address: exampleAddress(location) })}
        </Callout>
      )}
      <AppAddress {...address('/opds/v1/catalog')} label={t('apps.opds')} />
      <AppAddress {...address('/opds/v2')} label={t('apps.opds2')} />
      {on?.komga && <AppAddress {...address(`/${on.komga}`)} label={t('apps.komga')} />}
      {on?.koreader && <AppAddress {...address('/koreader')} label={t('apps.koreader')} />}
      <CopyLine label={t('auth.username')} text={username} />
      <p className={classes.hint}>{t('apps.password')}</p>
      {on?.koreader && <p className={classes.hint}>{t('apps.koreaderKey')}</p>}
      {mayTurnOn && !on.komga && <SettingLink search="komga.enabled">{t('apps.komgaOn')}</SettingLink>}
      {mayTurnOn && !on.koreader && <SettingLink search="koreader.enabled">{t('apps.koreaderOn')}</SettingLink>}
    </div>
  )
}

function SettingLink({ search, children }: { readonly search: string; readonly children: string }) {
  return (
    <Link to="/settings/server" search={{ search }} className={classes.link}>
      {children}
    </Link>
  )
}
