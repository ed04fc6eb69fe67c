import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '../../messages'
import { Callout } from '../../ui/callout'
import { errorSentence } from '../../ui/error-sentence'

/** What went wrong with a form before the app. */
export function Failed({ error }: { readonly error: unknown }) {
  if (!error) return null
  return (
    <Callout alert tone="bad" icon={<IconAlertTriangle size={20} stroke={1.7} />} title={t('error.title')}>
      {errorSentence(error)}
    </Callout>
  )
}
