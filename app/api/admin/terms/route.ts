import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { termsOverviewDto } from "@/lib/features/terms/dto";
import { beginTermsDraft, termsOverview } from "@/lib/features/terms/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Versions of the terms of use and how many people are still asked",
  any: [P.CONFIG_TERMS],
  response: termsOverviewDto,
  run: ({ actor }) => termsOverview(actor),
});

export const POST = handler({
  summary: "Begin a draft",

  any: [P.CONFIG_TERMS],
  audit: "terms.draft",
  response: madeId,
  run: ({ actor }) => beginTermsDraft(actor),
});
