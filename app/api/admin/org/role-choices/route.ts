import { handler } from "@/lib/endpoint/route";
import { readRoleChoices } from "@/lib/features/organisation/service/users";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Roles, and which of them the caller may give",
  any: [P.ORG_USER],
  run: ({ actor }) => readRoleChoices(actor),
});
