import { IconBookmarkFilled } from '@tabler/icons-react'
import classes from './ribbon.module.css'

/** Shows that the page is bookmarked; the button of the bar says it to a screen reader. */
export function Ribbon() {
  return <IconBookmarkFilled className={classes.ribbon} size={28} aria-hidden />
}
