import { IconBookmarkFilled } from '@tabler/icons-react'
import classes from './ribbon.module.css'

/** Shows that the page is bookmarked; screen readers get it from the bar's button. */
export function Ribbon() {
  return <IconBookmarkFilled className={classes.ribbon} size={28} aria-hidden />
}
