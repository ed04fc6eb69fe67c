export { addressOfPath, manifestView } from './manifest.view'
export { memberAnswer } from './member-answer'
export { servedType } from './member-types.rules'
export type { OpenPublication } from './open-publications'
