/** Errors below `/koreader`, in the form of KOReader's own server. */

/** Progress sync with KOReader. */
export { type KoreaderDeps, koreaderRoutes } from './koreader.routes'
export { koreaderForm } from './koreader-errors'
