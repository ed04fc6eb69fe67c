import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { tr } from '../messages'
import { BarButton } from './bar-button'
import classes from './note.module.css'

type Props = {
  /** "Return to page 12". */
  readonly label: string
  readonly onReturn: () => void
  readonly onStay: () => void
}

/** After a jump: one press leads back. */
export function WayBackNote({ label, onReturn, onStay }: Props) {
  return (
    <div className={classes.wayBack}>
      <button type="button" className={classes.return} title="Backspace" onClick={onReturn}>
        <IconArrowBackUp size={20} stroke={1.8} aria-hidden />
        {label}
      </button>
      <BarButton label={tr('offer.stay')} icon={<IconX size={18} />} onClick={onStay} />
    </div>
  )
}
