import { Menu } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { tl } from '../messages'
import classes from './bounded-item.module.css'

type Props = {
  readonly label: string
  readonly icon: Icon
  /** Selected, and the maximum of one request. */
  readonly count: number
  readonly most: number
  readonly danger?: boolean
} & ({ readonly onClick: () => void } | { readonly download: () => string })

/** An action on a selection. If too many are selected, it does nothing and says why. */
export function BoundedItem({ label, icon: Icon, count, most, danger = false, ...action }: Props) {
  const leftSection = <Icon size={18} stroke={1.6} />
  if (count > most) {
    // Not disabled: the keyboard and screen readers would skip the reason.
    return (
      <Menu.Item leftSection={leftSection} aria-disabled closeMenuOnClick={false} className={classes.over ?? ''}>
        {label}
        <span className={classes.why}>{tl('selection.most', { count: most })}</span>
      </Menu.Item>
    )
  }
  const look = { leftSection, ...(danger ? { color: 'danger' } : {}) }
  return 'download' in action ? (
    <Menu.Item {...look} component="a" href={action.download()} download>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item {...look} onClick={action.onClick}>
      {label}
    </Menu.Item>
  )
}
