import type { Refusal } from '@octavo/contract/refusals'

/** What the server refuses, and why. */
export const enRefusals = {
  'refusal.account_taken': 'Somebody has this user name or e-mail address already.',
  'refusal.code_wrong': 'This code is not right. It changes every half minute: does the clock of the phone go right?',
  'refusal.confirm_first': 'Confirm your e-mail address first: a link was sent to it.',
  'refusal.email_invalid': 'An e-mail address like name@example.org',
  'refusal.email_taken': 'There is an account with this e-mail address already.',
  'refusal.group_taken': 'There is a group of this name already.',
  'refusal.last_admin': 'This is the last administrator: make another one first.',
  'refusal.link_ended': 'This link was used already, or its time is over. Ask for a new one.',
  'refusal.no_mail': 'This server sends no mail. Ask whoever looks after it.',
  'refusal.only_way_in': 'You sign in by this account alone: choose a password first.',
  'refusal.outranked': 'This person may do more than you.',
  'refusal.password_common': 'This password is one of the first that are guessed: choose another.',
  'refusal.password_weak':
    'The password lacks something: 8 characters, a capital and a small letter, a digit, a sign like ! or ?',
  'refusal.password_wrong': 'The current password is wrong.',
  'refusal.registration_closed': 'New accounts are made by whoever looks after this server.',
  'refusal.sign_in_again': 'Sign out and in again, then do this within ten minutes.',
  'refusal.tag_taken': 'There is a sharing tag of this name already.',
  'refusal.took_too_long': 'This took too long, or was begun elsewhere. Try again.',
  'refusal.username_missing': 'A name to sign in with',
  'refusal.username_signs': 'A user name has no colon and no control characters, and not the sign @ either.',
  'refusal.username_taken': 'Somebody has this user name already.',
} as const satisfies Record<`refusal.${Refusal}`, string>
