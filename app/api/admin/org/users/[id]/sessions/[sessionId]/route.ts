import { z } from "zod";
import { handler } from "@/lib/endpoint/route";
import { endedDto } from "@/lib/features/account/dto";
import { endUserSessions } from "@/lib/features/account/service/sessions";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  summary: "End one session of a person",

  any: [P.ORG_USER],
  params: z.object({ id: z.uuid(), sessionId: z.uuid() }),
  whenReadOnly: true,
  audit: "auth.session.revoke",
  response: endedDto,
  run: async ({ actor, params }) => ({ ended: await endUserSessions(actor, params.id, params.sessionId) }),
});
