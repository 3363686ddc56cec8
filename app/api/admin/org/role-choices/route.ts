import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { roleChoiceDto } from "@/lib/features/organisation/dto";
import { readRoleChoices } from "@/lib/features/organisation/service/users";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Roles, and which of them the caller may give",
  any: [P.ORG_USER],
  response: listOf(roleChoiceDto),
  run: ({ actor }) => readRoleChoices(actor),
});
