import { defineArea } from "@/lib/areas/define";

export const ROLES = defineArea({
  codes: {
    ORG_ROLE: { code: "SYSTEM:ORG:ROLE", number: 24 },
  },
  errors: {
    administratorRole: 422,
    roleNameTaken: 409,
    roleInUse: 409,
    shippedRole: 422,
  },
  places: {
    newRole: { href: "/system/user-manage/role-manage?open=new", begins: true },
  },
});
