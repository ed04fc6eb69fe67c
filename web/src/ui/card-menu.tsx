import { Menu } from '@mantine/core'
import { IconSquareCheck } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { t } from '../messages'
import classes from './card-menu.module.css'
import { SelectCard } from './select-card'
import { useOpenedLater } from './use-opened-later'

type Props = {
  readonly label: string
  readonly opened: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A long menu covers its button, so that all items are in the window; one longer than the window scrolls. */
const MIDDLEWARES = { flip: true, shift: { crossAxis: true, padding: 8 } } as const

/** A menu at the corner of a card; focus returns to the button that opened it. */
export function CardMenu({ label, opened, onClose, children }: Props) {
  const select = use(SelectCard)
  return (
    <Menu
      opened={useOpenedLater(opened)}
      onChange={now => {
        if (!now) onClose()
      }}
      position="bottom-end"
      middlewares={MIDDLEWARES}
      withinPortal
      // Above messages: these are 400.
      zIndex={401}
      // Inside the page's main landmark.
      portalProps={{ target: '#content' }}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: classes.dropdown ?? '', item: classes.item ?? '' }}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-hidden>
          {label}
        </span>
      </Menu.Target>
      <Menu.Dropdown>
        {select && (
          <Menu.Item leftSection={<IconSquareCheck size={18} stroke={1.6} />} onClick={select}>
            {t('card.select')}
          </Menu.Item>
        )}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
