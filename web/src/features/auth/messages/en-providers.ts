/** Signing in by identity providers, and accounts there that are linked. */
export const enProviders = {
  'account.byProvider': 'Sign in with {name}',
  'account.goingOn': 'Signing you in',
  'account.linkNamed': 'Link {name}',
  'account.linkText': '{name} asks who you are, and then leads you back here.',
  'account.linkUsed': 'used {when}',
  'account.linked': 'Linked accounts',
  'account.linkedNone': 'None yet.',
  'account.linkedText': 'Sign in here by an account that you have elsewhere.',
  'account.orBy': 'or',
  'account.problem.account_unverified':
    'Your account here never confirmed its e-mail address. Sign in with the password, then link the provider in your profile.',
  'account.problem.email_unverified':
    'There is an account with your e-mail address, and the provider has not checked that it is yours. Sign in with the password, then link the provider in your profile.',
  'account.problem.expired': 'It took too long, or was begun in another browser. Try again.',
  'account.problem.inactive': 'This account was deactivated. Ask whoever looks after this server.',
  'account.problem.linkTitle': 'Linking did not work',
  'account.problem.linked_elsewhere': 'Somebody else here signs in by that account.',
  'account.problem.no_account': 'There is no account for you here. Ask whoever looks after this server.',
  'account.problem.no_email': 'The provider does not tell your e-mail address, which an account here needs.',
  'account.problem.provider':
    'What the provider answered does not hold, so nobody was let in. Try again; if it stays so, tell whoever looks after this server.',
  'account.problem.refused': 'The provider did not let you in, or you said no there.',
  'account.problem.signed_out': 'You have to stay signed in while you link an account.',
  'account.problem.title': 'Signing in did not work',
  'account.problem.unreachable': 'The provider cannot be reached at the moment. A password works as before.',
  'account.unlink': 'Unlink',
  'account.unlinkNamed': 'Unlink {name}',
  'account.unlinkText': 'You will not be able to sign in by it any more. Your books and progress stay as they are.',
  'account.unlinkTitle': 'Unlink {name}?',
} as const
