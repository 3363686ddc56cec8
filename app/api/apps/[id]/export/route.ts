import { handler, idParam } from "@/lib/endpoint/route";
import { downloadApp } from "@/lib/features/apps/service/files";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "An app as a file",
  answers: "file",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  run: ({ actor, params }) => downloadApp(actor, params.id),
});
