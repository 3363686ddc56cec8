import { readRoleChoices } from "@/lib/features/organisation/service/users";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Roles, and which of them the caller may give",
  any: [P.ORG_USER],
  run: ({ actor }) => readRoleChoices(actor),
});
