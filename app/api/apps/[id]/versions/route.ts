import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { versionDto } from "@/lib/features/apps/dto";
import { readVersions } from "@/lib/features/apps/service/drafts";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Versions of an app",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: listOf(versionDto),
  run: ({ actor, params }) => readVersions(actor, params.id),
});
