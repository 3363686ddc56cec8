import { handler } from "@/lib/endpoint/route";
import { indexLimitsDto } from "@/lib/features/search/sources/dto";
import { indexLimitsChange } from "@/lib/features/search/sources/schema";
import { changeIndexLimits, readIndexLimits } from "@/lib/features/search/sources/service/limits";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What the built-in index may read",
  any: [P.CONFIG_TOOLS],
  response: indexLimitsDto,
  run: ({ actor }) => readIndexLimits(actor),
});

export const PUT = handler({
  summary: "Change what the built-in index may read",
  audit: "search.index.change",
  any: [P.CONFIG_TOOLS],
  body: indexLimitsChange,
  response: indexLimitsDto,
  run: ({ actor, body }) => changeIndexLimits(actor, body),
});
