import { handler } from "@/lib/endpoint/route";
import { partsDto } from "@/lib/features/apps/dto";
import { partsQuery } from "@/lib/features/apps/schema";
import { listParts } from "@/lib/features/apps/service/parts";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Bases and tools an app can be made of",
  any: [P.APPS_WORKBENCH],
  query: partsQuery,
  response: partsDto,
  run: ({ actor, query }) => listParts(actor, query),
});
