export { fullMetadataView } from './full-metadata.view'
export { bookLocksView } from './locks.view'
export { metadataView } from './metadata.view'
