import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/auth/environment";
import { safePath } from "@/lib/auth/safe-path";
import { AppError } from "@/lib/http/errors";
import { publicHandler } from "@/lib/http/route";

/**
 * Where an environment's single sign-on begins; null without a channel for it, which is a valid state: the browser then
 * shows the password form. `frontRedirectUrl` must be a path of ours.
 */
export const GET = publicHandler({
  query: z.object({ env: z.enum(ENVIRONMENTS).optional(), frontRedirectUrl: z.string().max(2000).optional() }),
  run: ({ query }) => {
    if (query.frontRedirectUrl && !safePath(query.frontRedirectUrl, "")) throw new AppError("invalidInput");
    return { url: null };
  },
});
