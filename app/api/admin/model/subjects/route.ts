import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { subjectDto } from "@/lib/features/models/dto";
import { subjectSearch } from "@/lib/features/models/schema";
import { searchSubjects } from "@/lib/features/models/service/detail";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Roles or departments a model can be shown to",

  any: [P.CONFIG_MODELS],
  query: subjectSearch,
  response: listOf(subjectDto),
  run: ({ actor, query }) => searchSubjects(actor, query),
});
