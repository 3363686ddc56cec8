import { handler } from "@/lib/endpoint/route";
import { toolChoicesDto } from "@/lib/features/tools/dto";
import { toolChoices } from "@/lib/features/tools/service/tools";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Roles, models and commands to choose from",
  any: [P.CONFIG_TOOLS],
  response: toolChoicesDto,
  run: ({ actor }) => toolChoices(actor),
});
