import { beginTermsDraft, termsOverview } from "@/lib/features/terms/service/versions";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({ any: [P.CONFIG_TERMS], run: ({ actor }) => termsOverview(actor) });

export const POST = handler({
  any: [P.CONFIG_TERMS],
  audit: "terms.draft",
  run: ({ actor }) => beginTermsDraft(actor),
});
