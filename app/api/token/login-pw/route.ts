import { loginInput } from "@/lib/auth/account";
import { publicHandler } from "@/lib/endpoint/route";
import { openedSessionDto } from "@/lib/features/auth/dto";
import { loginWithPassword } from "@/lib/features/auth/service/login";
import { openedSession } from "@/lib/features/auth/service/opened-session";

export const POST = publicHandler({
  summary: "Sign in with account and password",
  exempt: "the login service writes success and failure itself",

  whenReadOnly: true,
  body: loginInput,
  response: openedSessionDto,
  run: async ({ body, meta, request }) => openedSession(await loginWithPassword(body, meta), request.headers),
});
