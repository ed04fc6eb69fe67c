/** Errors below `/koreader`, in the format of KOReader's own server. */

/** Progress sync with KOReader. */
export { type KoreaderDeps, koreaderRoutes } from './koreader.routes'
export { koreaderForm } from './koreader-errors'
