/** Actions of the operation log that a sync writes one by one; their names are put together of subject and change. */
export const LOGGED_ACTIONS = [
  "sync.department.add",
  "sync.department.change",
  "sync.department.disable",
  "sync.department.enable",
  "sync.department.move",
  "sync.user.add",
  "sync.user.change",
  "sync.user.disable",
  "sync.user.enable",
  "sync.user.move",
] as const;
