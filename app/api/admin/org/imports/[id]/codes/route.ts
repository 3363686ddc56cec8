import { handler, idParam } from "@/lib/endpoint/route";
import { codesFile } from "@/lib/features/organisation/service/import-files";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "The one-time codes of the people made, once",
  answers: "file",

  any: [P.ORG_USER],
  params: idParam,
  audit: "org.import.codes",
  run: ({ actor, params, locale }) => codesFile(actor, params.id, locale),
});
