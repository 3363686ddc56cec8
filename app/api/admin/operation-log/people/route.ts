import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { logPersonDto } from "@/lib/features/operation-log/dto";
import { peopleQuery } from "@/lib/features/operation-log/schema";
import { listPeople } from "@/lib/features/operation-log/service/operations";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People for the filter of the operation log",

  any: [P.LOGS_OPERATION],
  query: peopleQuery,
  response: listOf(logPersonDto),
  run: ({ actor, query }) => listPeople(actor, query),
});
