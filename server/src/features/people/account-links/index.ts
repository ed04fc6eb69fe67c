/** One-time links to choose a new password or confirm an address. */
export { deleteLinks, issueLink, linkOf, pruneLinks, takeLink } from './account-links.store'
/** The language of a user's e-mails. */
export { mailLanguage } from './mail-language.queries'
/** E-mails with these links. */
export { createMailbox, type Mailbox } from './mailbox'
/** Notifies account owners by mail when their sign-in has changed. */
export { createNotices, type Notify } from './notices'
