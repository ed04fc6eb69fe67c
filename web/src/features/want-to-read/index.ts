// The item of menus is not here: it would bring menus into what is loaded first.
export { useWanted } from './use-wanted'
