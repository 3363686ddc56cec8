import { collectedStateDto } from "@/lib/collected/dto";
import { collectedStateQuery } from "@/lib/collected/schema";
import { collectedState } from "@/lib/collected/service";
import { handler } from "@/lib/endpoint/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Which of these one collected",

  any: [P.USER],
  query: collectedStateQuery,
  response: collectedStateDto,
  run: ({ actor, query }) => collectedState(actor, query),
});
