/**
 * On requests: the id of the user for whom a page sends it. If the session cookie is another user's, or the user is only
 * viewed by an administrator, the answer is 409 with the reason `other_user`. On answers to a browser session: whose it is.
 */
export const USER_HEADER = 'X-Octavo-User'
