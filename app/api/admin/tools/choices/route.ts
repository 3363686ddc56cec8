import { handler } from "@/lib/endpoint/route";
import { toolChoices } from "@/lib/features/tools/service/tools";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Roles, models and commands to choose from",
  any: [P.CONFIG_TOOLS],
  run: ({ actor }) => toolChoices(actor),
});
