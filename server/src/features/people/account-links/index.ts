/** One-time links to an account: to choose a new password, to confirm an address. */
export { deleteLinks, issueLink, linkOf, pruneLinks, takeLink } from './account-links.store'
/** Letters that carry them. */
export { createMailbox, type Mailbox } from './mailbox'
/** Notifies account owners by mail when their sign-in has changed. */
export { createNotices, type Notify } from './notices'
