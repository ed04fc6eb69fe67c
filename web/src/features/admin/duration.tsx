import { Spoken } from '../../ui/spoken'
import { formatDuration, spokenDuration } from './format'

/** A duration in short, read out in full words. */
export const Duration = ({ ms }: { readonly ms: number }) => (
  <Spoken shown={formatDuration(ms)} said={spokenDuration(ms)} />
)
