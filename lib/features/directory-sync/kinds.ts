/** Why a line is left alone, or could not be done; `directory-sync.reasons.<reason>` says it in words. */
export const SYNC_REASONS = [
  "accountTaken",
  "accountInvalid",
  "accountDouble",
  "subjectDouble",
  "nameTooLong",
  "nameEmpty",
  "seats",
  "localAccount",
  "disabledHere",
  "ownAccount",
  "administratorTarget",
  "strongerTarget",
  "strongerDepartment",
  "lastAdministrator",
  "departmentNameTaken",
  "departmentBelowItself",
  "departmentCycle",
  "departmentDouble",
  "departmentAbove",
  "departmentMissing",
  "rootDepartment",
  "goneThere",
  "disabledThere",
  "syncChanged",
] as const;
export type SyncReason = (typeof SYNC_REASONS)[number];

export const SYNC_SUBJECTS = ["user", "department"] as const;
export type SyncSubject = (typeof SYNC_SUBJECTS)[number];

/** More of a plan than this in one transaction would make others wait. */
export const APPLY_CHUNK = 200;

/** As of departments made by hand. */
export const DEPARTMENT_NAME_MAX = 60;
