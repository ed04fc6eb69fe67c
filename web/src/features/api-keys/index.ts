/** API keys: for apps that sign in without a password. */
export { ApiKeys } from './api-keys'
/** Their messages. */
export { tq } from './messages'
