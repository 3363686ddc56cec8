import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { appNameDto } from "@/lib/features/apps/dto";
import { namesQuery } from "@/lib/features/apps/schema";
import { readAppNames } from "@/lib/features/apps/service/names";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Names of apps the ledger knows by their ids",
  any: [P.SYSTEM, P.APPS],
  query: namesQuery,
  response: listOf(appNameDto),
  run: ({ actor, query }) => readAppNames(actor, query.ids),
});
