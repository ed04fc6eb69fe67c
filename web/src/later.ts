// What every page needs soon after it is shown.
import './ui/focus-in-sight'
import './ui/lost-focus'
import { install } from './device/install'

install()
