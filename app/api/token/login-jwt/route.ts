import { z } from "zod";
import { readBrowser } from "@/lib/auth/channels/browser";
import { publicHandler } from "@/lib/endpoint/route";
import { openedSessionDto } from "@/lib/features/auth/dto";
import { openedSession } from "@/lib/features/auth/service/opened-session";
import { loginWithToken } from "@/lib/features/auth/service/token-login";
import { identifier } from "@/lib/text/line";

export const POST = publicHandler({
  summary: "Sign in with a signed token",
  exempt: "the login service writes success and failure itself; a guest has no row to write under",

  whenReadOnly: true,
  body: z.strictObject({ token: identifier(8192).min(1) }),
  response: openedSessionDto,
  run: async ({ body, meta, request }) =>
    openedSession(await loginWithToken(body.token, meta, readBrowser(request.headers)), request.headers),
});
