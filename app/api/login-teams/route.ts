import { z } from "zod";
import { publicHandler } from "@/lib/endpoint/route";
import { openedSessionDto } from "@/lib/features/auth/dto";
import { openedSession } from "@/lib/features/auth/service/opened-session";
import { loginWithTeams, TEAMS_TOKEN_MAX } from "@/lib/features/auth/service/teams-login";
import { identifier } from "@/lib/text/line";

/** spec 7: exchanges the token of the team client. */
export const POST = publicHandler({
  summary: "Sign in with the token of the team client",
  exempt: "the login service writes success and failure itself",

  whenReadOnly: true,
  body: z.strictObject({ authToken: identifier(TEAMS_TOKEN_MAX).min(1) }),
  response: openedSessionDto,
  run: async ({ body, meta, request }) =>
    openedSession(await loginWithTeams(body.authToken, meta), request.headers, true),
});
