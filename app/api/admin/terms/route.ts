import { handler } from "@/lib/endpoint/route";
import { beginTermsDraft, termsOverview } from "@/lib/features/terms/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Versions of the terms of use and how many people are still asked",
  any: [P.CONFIG_TERMS],
  run: ({ actor }) => termsOverview(actor),
});

export const POST = handler({
  summary: "Begin a draft",

  any: [P.CONFIG_TERMS],
  audit: "terms.draft",
  run: ({ actor }) => beginTermsDraft(actor),
});
