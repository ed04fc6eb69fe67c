import { IconDots } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { IconButton } from './icon-button'

type Props = {
  readonly label: string
  /** The menu, loaded when it is first opened. */
  readonly menu: (state: { readonly opened: boolean; readonly onClose: () => void }) => ReactNode
}

/** A button with three dots that opens a menu. */
export function MoreButton({ label, menu }: Props) {
  const [asked, setAsked] = useState(false)
  const [opened, setOpened] = useState(false)
  return (
    <span style={{ position: 'relative' }}>
      <IconButton
        label={label}
        menu={opened}
        onClick={() => {
          setAsked(true)
          setOpened(true)
        }}
      >
        <IconDots size={21} stroke={1.8} />
      </IconButton>
      {asked && <Suspense>{menu({ opened, onClose: () => setOpened(false) })}</Suspense>}
    </span>
  )
}
