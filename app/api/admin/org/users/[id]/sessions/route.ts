import { handler, idParam } from "@/lib/endpoint/route";
import { endedDto, userSessionsDto } from "@/lib/features/account/dto";
import { endUserSessions, userSessions } from "@/lib/features/account/service/sessions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Where a person is signed in",

  any: [P.ORG_USER],
  params: idParam,
  response: userSessionsDto,
  run: ({ actor, params }) => userSessions(actor, params.id),
});

export const DELETE = handler({
  summary: "End all sessions of a person",

  any: [P.ORG_USER],
  params: idParam,
  whenReadOnly: true,
  audit: "auth.session.revoke",
  response: endedDto,
  run: async ({ actor, params }) => ({ ended: await endUserSessions(actor, params.id) }),
});
