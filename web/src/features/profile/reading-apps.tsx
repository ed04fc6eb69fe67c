import { IconDeviceDesktop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { belowBase } from '../../api/base-path'
import { t } from '../../messages'
import { Callout } from '../../ui/callout'
import { CopyLine } from '../../ui/copy-line'
import { useMay } from '../auth'
import { signInOptionsQuery } from '../auth/account.queries'
import { tk } from '../auth/messages'
import { AppAddress } from './app-address'
import { exampleAddress, originForApps } from './app-origin.rules'
import classes from './reading-apps.module.css'
import { protocolsQuery } from './reading-apps.queries'

/** The server's addresses for reading apps; those that are off say so, and who can turn them on. */
export function ReadingApps({ username }: { readonly username: string }) {
  const [shown, setShown] = useState<string | null>(null)
  const { data: on } = useQuery(protocolsQuery)
  const { data: options } = useQuery(signInOptionsQuery)
  const origin = originForApps(location, options?.passkeyOrigin)
  const address = (path: string) => ({
    text: `${origin ?? location.origin}${belowBase(path)}`,
    scannable: origin !== null,
    shown,
    onShow: setShown,
  })
  return (
    <div className={classes.apps}>
      {options && origin === null && (
        <Callout tone="calm" icon={<IconDeviceDesktop size={20} stroke={1.6} />} title={tk('apps.onlyHere')}>
          {tk('apps.onlyHereText', { address: exampleAddress(location) })}
        </Callout>
      )}
      <AppAddress {...address('/opds/v1/catalog')} label={tk('apps.opds')} />
      <AppAddress {...address('/opds/v2')} label={tk('apps.opds2')} />
      {on?.komga && <AppAddress {...address(`/${on.komga}`)} label={tk('apps.komga')} />}
      {on && !on.komga && <Off search="komga.enabled" text={tk('apps.komgaOff')} link={tk('apps.komgaOn')} />}
      {on?.koreader && <AppAddress {...address('/koreader')} label={tk('apps.koreader')} />}
      {on && !on.koreader && (
        <Off search="koreader.enabled" text={tk('apps.koreaderOff')} link={tk('apps.koreaderOn')} />
      )}
      <CopyLine label={t('auth.username')} text={username} />
      <p className={classes.hint}>{tk('apps.password')}</p>
      {on?.koreader && <p className={classes.hint}>{tk('apps.koreaderKey')}</p>}
    </div>
  )
}

type OffProps = { readonly search: string; readonly text: string; readonly link: string }

function Off({ search, text, link }: OffProps) {
  const mayTurnOn = useMay('system-admin')
  return (
    <p className={classes.off}>
      {text}{' '}
      {mayTurnOn ? (
        <Link to="/settings/server" search={{ search }} className={classes.link}>
          {link}
        </Link>
      ) : (
        tk('apps.askAdmin')
      )}
    </p>
  )
}
