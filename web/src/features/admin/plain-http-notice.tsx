import { IconLockOpen } from '@tabler/icons-react'
import classes from './admin-frame.module.css'
import { ta } from './messages'
import { isReadOnTheWay } from './plain-http.rules'

/** Warns administrators who use it without HTTPS. */
export function PlainHttpNotice() {
  if (!isReadOnTheWay(location)) return null
  return (
    <p className={classes.plain} role="note">
      <IconLockOpen size={18} stroke={1.7} aria-hidden />
      <span>{ta('admin.plainHttp')}</span>
    </p>
  )
}
