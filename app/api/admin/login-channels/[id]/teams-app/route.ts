import { handler, idParam } from "@/lib/endpoint/route";
import { teamsApp } from "@/lib/features/login-guide/service/teams-app";
import { P } from "@/lib/permissions/codes";

/** The package for the team client. */
export const GET = handler({
  summary: "The package for the team client",
  answers: "file",

  any: [P.CONFIG_SSO],
  params: idParam,
  run: ({ actor, params, locale }) => teamsApp(actor, params.id, locale),
});
