import { handler } from "@/lib/endpoint/route";
import { versionSettingsDto } from "@/lib/features/apps/dto";
import { versionParams } from "@/lib/features/apps/schema";
import { readVersion } from "@/lib/features/apps/service/drafts";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Settings of a version of an app",
  any: [P.APPS_WORKBENCH],
  params: versionParams,
  response: versionSettingsDto,
  run: ({ actor, params }) => readVersion(actor, params.id, params.version),
});
