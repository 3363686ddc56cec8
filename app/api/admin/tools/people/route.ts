import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { peopleServerDto } from "@/lib/features/tools/own-dto";
import { peopleToolsQuery } from "@/lib/features/tools/own-schema";
import { listPeopleTools } from "@/lib/features/tools/service/people";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Tools that people made, with whose they are and where they go",
  any: [P.CONFIG_TOOLS],
  query: peopleToolsQuery,
  response: pageOf(peopleServerDto),
  run: ({ actor, query }) => listPeopleTools(actor, query),
});
