import { Spoken } from '../../ui/spoken'
import { spokenTime, timeText } from './time-text'

/** A time in short, read out in full words. */
export const Time = ({ ms }: { readonly ms: number }) => <Spoken shown={timeText(ms)} said={spokenTime(ms)} />
