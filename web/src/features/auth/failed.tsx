import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '../../messages'
import { Callout } from '../../ui/callout'
import { errorElsewhere } from '../../ui/error-sentence'
import { useLasting } from './use-wait'

type Props = {
  readonly error: unknown
  /** Fields of the form that show their own errors. */
  readonly fields?: readonly string[]
}

/** The error of a form before sign-in. */
export function Failed({ error, fields = [] }: Props) {
  const sentence = errorElsewhere(useLasting(error), fields)
  if (!sentence) return null
  return (
    <Callout alert tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={t('error.title')}>
      {sentence}
    </Callout>
  )
}
