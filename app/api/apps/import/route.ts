import { handler } from "@/lib/endpoint/route";
import { importedDto } from "@/lib/features/apps/dto";
import { appFile } from "@/lib/features/apps/schema";
import { importApp } from "@/lib/features/apps/service/files";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Make an app of a file",
  audit: "app.import",
  any: [P.APPS_WORKBENCH],
  body: appFile,
  response: importedDto,
  run: ({ actor, body }) => importApp(actor, body),
});
