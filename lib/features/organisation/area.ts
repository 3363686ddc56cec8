import { defineArea } from "@/lib/areas/define";

export const ORGANISATION = defineArea({
  codes: {
    ORG_DEPT: { code: "SYSTEM:ORG:DEPT", number: 23 },
    ORG_USER: { code: "SYSTEM:ORG:USER", number: 25 },
  },
  errors: {
    ownAccount: 422,
    ownDepartment: 422,
    accountTaken: 409,
    notLocalAccount: 422,
    ownsThings: 409,
    bulkTooMany: 422,
    departmentNameTaken: 409,
    departmentChildTaken: 409,
    departmentHasChildren: 409,
    departmentHasPeople: 409,
    departmentBelowItself: 422,
    rootDepartment: 422,
    departmentsChanged: 409,
    importColumns: 422,
    importRunning: 409,
    importNotReady: 409,
    importChanged: 409,
    importInterrupted: 409,
    importExpired: 409,
    importCodesGone: 409,
  },
  places: {
    newUser: { href: "/system/user-manage/user-manage?user=new", begins: true },
    privacyPolicies: { href: "/system/user-manage/dept-manage" },
  },
});
