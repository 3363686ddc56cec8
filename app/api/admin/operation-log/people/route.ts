import { handler } from "@/lib/endpoint/route";
import { peopleQuery } from "@/lib/features/operation-log/schema";
import { listPeople } from "@/lib/features/operation-log/service/operations";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People for the filter of the operation log",

  any: [P.LOGS_OPERATION],
  query: peopleQuery,
  run: ({ actor, query }) => listPeople(actor, query),
});
