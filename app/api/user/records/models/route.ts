import { modelsQuery } from "@/lib/features/records/schema";
import { listOwnChoices } from "@/lib/features/records/service/own";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Models that answered the person",

  any: [P.USER],
  query: modelsQuery,
  run: ({ actor, query }) => listOwnChoices(actor, query),
});
