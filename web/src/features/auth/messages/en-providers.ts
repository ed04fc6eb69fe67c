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
  'account.problem.linkTitle': 'Linking did not work',
  'account.problem.title': 'Signing in did not work',
  'account.unlink': 'Unlink',
  'account.unlinkNamed': 'Unlink {name}',
  'account.unlinkText': 'You will not be able to sign in by it any more. Your books and progress stay as they are.',
  'account.unlinkTitle': 'Unlink {name}?',
} as const
