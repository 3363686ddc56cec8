import { handler } from "@/lib/endpoint/route";
import { roleChoices } from "@/lib/features/roles/service/roles";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Names of all roles",

  any: [P.ORG_ROLE, P.ORG_USER, P.ORG_MENU],
  run: async ({ actor }) => ({ items: await roleChoices(actor) }),
});
