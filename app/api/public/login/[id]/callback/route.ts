import { idParam, publicHandler, readForm } from "@/lib/endpoint/route";
import { finishLogin, receiveLogin } from "@/lib/features/auth/service/channel-login";

/** The way back from the channel's site, in the address. */
export const GET = publicHandler({
  summary: "The way back from a login channel's site",
  answers: "headers",

  params: idParam,
  run: ({ request, params, meta }) => finishLogin(request, params.id, meta),
});

/** The way back in a form that the channel's site posts (SAML). */
export const POST = publicHandler({
  summary: "The way back by a form (SAML)",
  answers: "headers",
  exempt: "the login service writes success and failure itself",

  params: idParam,
  crossSite: true,
  whenReadOnly: true,
  run: async ({ request, params, meta }) => receiveLogin(request, params.id, await readForm(request), meta),
});
