import { handler } from "@/lib/endpoint/route";
import { savedDraftDto } from "@/lib/features/apps/dto";
import { versionParams, versionRestore } from "@/lib/features/apps/schema";
import { restoreVersion } from "@/lib/features/apps/service/drafts";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Make an earlier version the draft of an app",
  audit: "app.version.restore",
  any: [P.APPS_WORKBENCH],
  params: versionParams,
  body: versionRestore,
  response: savedDraftDto,
  run: ({ actor, params, body }) => restoreVersion(actor, params.id, params.version, body.note),
});
