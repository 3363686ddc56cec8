import { loginInput } from "@/lib/auth/account";
import { publicHandler } from "@/lib/endpoint/route";
import { openedSessionDto } from "@/lib/features/auth/dto";
import { loginWithDirectory } from "@/lib/features/auth/service/directory-login";
import { openedSession } from "@/lib/features/auth/service/opened-session";

export const POST = publicHandler({
  summary: "Sign in with the account and password of a directory",
  exempt: "the login service writes success and failure itself",

  whenReadOnly: true,
  body: loginInput,
  response: openedSessionDto,
  run: async ({ body, meta, request }) => openedSession(await loginWithDirectory(body, meta), request.headers),
});
