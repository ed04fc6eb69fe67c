export { fullMetadataView } from './full-metadata.view'
export { metadataView } from './metadata.view'
