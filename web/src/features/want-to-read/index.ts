export { useWanted } from './use-wanted'
export { WantedItem } from './wanted-item'
