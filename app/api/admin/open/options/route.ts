import { handler } from "@/lib/endpoint/route";
import { openApiOptionsDto } from "@/lib/features/open-api/dto";
import { openApiOptions } from "@/lib/features/open-api/service/keys";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Models and currency for API keys",
  any: [P.OPEN_API],
  response: openApiOptionsDto,
  run: ({ actor }) => openApiOptions(actor),
});
