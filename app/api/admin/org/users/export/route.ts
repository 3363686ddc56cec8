import { handler } from "@/lib/endpoint/route";
import { userExport } from "@/lib/features/organisation/schema";
import { exportUsers } from "@/lib/features/organisation/service/exports";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People as a file",
  answers: "file",

  any: [P.ORG_USER],
  query: userExport,
  audit: "org.user.export",
  run: ({ actor, query, locale }) => exportUsers(actor, query, locale),
});
