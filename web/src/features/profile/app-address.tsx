import { IconQrcode } from '@tabler/icons-react'
import { Suspense } from 'react'
import { CopyLine } from '../../ui/copy-line'
import { IconButton } from '../../ui/icon-button'
import { lazyPart } from '../../ui/lazy-part'
import { tk } from '../auth/messages'
import classes from './reading-apps.module.css'

const QrCode = lazyPart(() => import('./qr-code'))

type Props = {
  readonly label: string
  readonly text: string
  /** Whether another device can use it. */
  readonly scannable: boolean
  /** The address whose code is shown: one at a time, for a camera scans any that it sees. */
  readonly shown: string | null
  readonly onShow: (text: string | null) => void
}

/** An address to type into an app, copy, or scan. */
export function AppAddress({ label, text, scannable, shown, onShow }: Props) {
  const isShown = shown === text
  const name = tk('apps.qr', { name: label })
  return (
    <div className={classes.address}>
      <div className={classes.row}>
        <CopyLine label={label} text={text} />
        {scannable && (
          <IconButton label={name} pressed={isShown} onClick={() => onShow(isShown ? null : text)}>
            <IconQrcode size={20} stroke={1.7} aria-hidden />
          </IconButton>
        )}
      </div>
      {isShown && (
        <Suspense fallback={<div className={classes.space} />}>
          <QrCode text={text} label={name} />
        </Suspense>
      )}
    </div>
  )
}
