import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { roleChoiceDto } from "@/lib/features/roles/dto";
import { roleChoices } from "@/lib/features/roles/service/roles";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Names of all roles",

  any: [P.ORG_ROLE, P.ORG_USER, P.ORG_MENU],
  response: listOf(roleChoiceDto),
  run: async ({ actor }) => ({ items: await roleChoices(actor) }),
});
