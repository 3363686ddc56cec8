import { peopleQuery } from "@/lib/features/operation-log/schema";
import { listPeople } from "@/lib/features/operation-log/service/operations";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People for the filter of the operation log",

  any: [P.LOGS_OPERATION],
  query: peopleQuery,
  run: ({ actor, query }) => listPeople(actor, query),
});
