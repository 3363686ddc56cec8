import { handler, idParam } from "@/lib/endpoint/route";
import { overviewDto } from "@/lib/features/documents/dto";
import { readOverview, restartOverview } from "@/lib/features/documents/service/overview";
import { P } from "@/lib/permissions/codes";

/** The overview in the caller's language; asking for the first time begins it. */
export const GET = handler({
  summary: "Overview of a document",

  any: [P.DOCUMENT],
  params: idParam,
  response: overviewDto,
  run: ({ actor, params, locale }) => readOverview(actor, params.id, locale),
});

export const POST = handler({
  summary: "Make the overview again",
  exempt: "a person's own reading; the ledger counts the calls",

  any: [P.DOCUMENT],
  params: idParam,
  response: overviewDto,
  run: ({ actor, params, locale }) => restartOverview(actor, params.id, locale),
});
