// The menu item is not here: it would add menus to the initial bundle.
export { useWanted } from './use-wanted'
