import { handler } from "@/lib/endpoint/route";
import { openApiOptions } from "@/lib/features/open-api/service/keys";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Models and currency for API keys",
  any: [P.OPEN_API],
  run: ({ actor }) => openApiOptions(actor),
});
