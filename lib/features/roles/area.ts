import { defineArea } from "@/lib/areas/define";

export const ROLES = defineArea({
  errors: {
    administratorRole: 422,
    roleNameTaken: 409,
    roleInUse: 409,
    shippedRole: 422,
  },
});
