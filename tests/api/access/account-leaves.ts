// The audit entries of changes to the caller's own account and child profiles.

export const ACCOUNT_LEAVES = {
  update_current_user: 'user_changed',
  upload_avatar: 'user_changed',
  delete_avatar: 'user_changed',
  delete_user_avatar: 'user_changed',
  create_child_profile: 'user_created',
  update_child_profile: 'user_changed',
  delete_child_profile: 'user_deleted',
  switch_to_child_profile: 'signed_in',
} as const
