import { hasSignedOut } from "@/lib/auth/channels/browser";
import { GUEST_HEADER } from "@/lib/auth/gate";
import { safePath } from "@/lib/auth/safe-path";
import { publicHandler } from "@/lib/endpoint/route";
import { environmentOf, thirdLoginUrl } from "@/lib/features/auth/service/choices";
import { log } from "@/lib/log";

/**
 * The gate hands a guest over to this: the environment's single sign-on begins by itself (spec 4), or the login page is
 * next, with the page to come back to. Never right after signing out (ARCHITECTURE 9). The browser sees one redirect
 * and never this address.
 */
export const GET = publicHandler({
  summary: "Where a guest goes: single sign-on or the login page",
  answers: "headers",

  run: async ({ request, meta }) => {
    const page = safePath(request.headers.get(GUEST_HEADER));
    const url = hasSignedOut(request.headers)
      ? null
      : await thirdLoginUrl(environmentOf(request.headers), page).catch((err) => {
          log().error({ err, requestId: meta.requestId }, "login channels not read");
          return null;
        });
    const login = `/login${page === "/" ? "" : `?redirectUrl=${encodeURIComponent(page)}`}`;
    return new Response(null, { status: 307, headers: { location: url ?? login } });
  },
});
