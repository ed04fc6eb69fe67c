import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { belowBase } from '../../api/base-path'
import { t } from '../../messages'
import { CopyLine } from '../../ui/copy-line'
import { useMay } from '../auth'
import { AppAddress } from './app-address'
import classes from './reading-apps.module.css'
import { protocolsQuery } from './reading-apps.queries'

/** The server's addresses for reading apps, and for administrators the way to those that are off. */
export function ReadingApps({ username }: { readonly username: string }) {
  const { data: on } = useQuery(protocolsQuery)
  const mayTurnOn = useMay('system-admin') && on !== undefined
  return (
    <div className={classes.apps}>
      <AppAddress label={t('apps.opds')} text={`${location.origin}${belowBase('/opds/v1/catalog')}`} />
      <AppAddress label={t('apps.opds2')} text={`${location.origin}${belowBase('/opds/v2')}`} />
      {on?.komga && <AppAddress label={t('apps.komga')} text={`${location.origin}${belowBase(`/${on.komga}`)}`} />}
      {on?.koreader && <AppAddress label={t('apps.koreader')} text={`${location.origin}${belowBase('/koreader')}`} />}
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
