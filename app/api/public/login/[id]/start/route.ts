import { z } from "zod";
import { idParam, publicHandler } from "@/lib/endpoint/route";
import { startLogin } from "@/lib/features/auth/service/channel-login";
import { identifier } from "@/lib/text/line";

/** Single sign-on begins: the browser is sent to the channel's site. */
export const GET = publicHandler({
  summary: "Begin single sign-on at a login channel",
  answers: "headers",

  params: idParam,
  query: z.object({ redirectUrl: identifier(2000).optional() }),
  run: ({ request, params, query, meta }) => startLogin(request, params.id, query.redirectUrl, meta),
});
