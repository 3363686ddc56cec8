import { z } from "zod";
import { hasSignedOut } from "@/lib/auth/channels/browser";
import { ENVIRONMENTS } from "@/lib/auth/environment";
import { knownOrigin } from "@/lib/auth/origin";
import { safePath } from "@/lib/auth/safe-path";
import { publicHandler } from "@/lib/endpoint/route";
import { AppError } from "@/lib/errors/errors";
import { loginAddressDto } from "@/lib/features/auth/dto";
import { environmentOf, thirdLoginUrl } from "@/lib/features/auth/service/choices";
import { identifier } from "@/lib/text/line";

/**
 * Where an environment's single sign-on begins; null without a channel for it, which is a valid state: the browser then
 * shows the password form, as it does right after signing out. `frontRedirectUrl` must be a path of ours.
 */
export const GET = publicHandler({
  summary: "Where single sign-on begins",

  query: z.object({ env: z.enum(ENVIRONMENTS).optional(), frontRedirectUrl: identifier(2000).optional() }),
  response: loginAddressDto,
  run: async ({ request, query }) => {
    const { env = environmentOf(request.headers), frontRedirectUrl } = query;
    if (frontRedirectUrl && !safePath(frontRedirectUrl, "")) throw new AppError("invalidInput");
    if (hasSignedOut(request.headers)) return { url: null };
    const path = await thirdLoginUrl(env, frontRedirectUrl);
    // A path of ours is right by whatever name somebody came; a name nobody vouches for is not repeated.
    return { url: path && (knownOrigin(request) ?? "") + path };
  },
});
