import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { templateDto } from "@/lib/features/apps/dto";
import { listTemplates } from "@/lib/features/apps/service/templates";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Templates an app can begin as",
  any: [P.APPS_WORKBENCH],
  response: listOf(templateDto),
  run: ({ actor, locale }) => listTemplates(actor, locale),
});
