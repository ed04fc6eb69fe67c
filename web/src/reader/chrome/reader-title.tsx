import { IconArrowLeft, IconSpy } from '@tabler/icons-react'
import { tr } from '../messages'
import { BarButton } from './bar-button'
import classes from './reader-title.module.css'

type Props = {
  readonly title: string
  readonly subtitle: string | null
  readonly incognito: boolean
  readonly onBack: () => void
}

/** Left part of the top bar: the way out, and the title. */
export function ReaderTitle({ title, subtitle, incognito, onBack }: Props) {
  return (
    <>
      <BarButton label={tr('back')} icon={<IconArrowLeft size={22} />} onClick={onBack} keys="Escape" />
      <div className={classes.names}>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.subtitle}>
          {incognito && (
            <span className={classes.incognito}>
              <IconSpy size={14} aria-hidden /> {tr('incognito')}
            </span>
          )}
          <span>{subtitle}</span>
        </p>
      </div>
    </>
  )
}
