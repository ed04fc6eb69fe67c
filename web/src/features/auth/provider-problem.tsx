import { IconAlertTriangle } from '@tabler/icons-react'
import type { OidcProblem } from '../../api/types'
import { refusalSentence } from '../../messages/refusals/sentences'
import { Callout } from '../../ui/callout'
import { tk } from './messages'

const NAMES: Readonly<Record<OidcProblem, true>> = {
  refused: true,
  expired: true,
  provider: true,
  unreachable: true,
  no_email: true,
  email_unverified: true,
  account_unverified: true,
  no_account: true,
  inactive: true,
  linked_elsewhere: true,
  signed_out: true,
}

type Props = {
  /** The code in the address, set by the server. */
  readonly name: string | undefined
  readonly linking?: boolean
}

/** Why signing in with a provider failed. */
export function ProviderProblem({ name, linking = false }: Props) {
  if (name === undefined || !Object.hasOwn(NAMES, name)) return null
  return (
    <Callout
      alert
      tone="bad"
      icon={<IconAlertTriangle size={20} stroke={1.7} />}
      title={tk(linking ? 'account.problem.linkTitle' : 'account.problem.title')}
    >
      {refusalSentence(`oidc_${name as OidcProblem}`)}
    </Callout>
  )
}
