import { askedCookie } from "@/lib/auth/asked";
import { renewedCookie } from "@/lib/auth/cookie";
import { RENEW_HEADER } from "@/lib/auth/gate";
import { safePath } from "@/lib/auth/safe-path";
import { resolveActor } from "@/lib/auth/session";
import { publicHandler } from "@/lib/endpoint/route";
import { matchRoute, mayOpen, redirectOf } from "@/lib/permissions/navigation";

/**
 * The gate hands over to this when the page cookie's codes do not open a page: they may be older than a role that was
 * given since. Whoever may open the page by now gets a new cookie and the page, everybody else the page named 404. The
 * browser sees one redirect either way, and never this address.
 */
export const GET = publicHandler({
  summary: "Renew the page cookie's codes on the way to a page",
  answers: "headers",

  run: async ({ request, meta }) => {
    const to = safePath(request.headers.get(RENEW_HEADER), "/404");
    const cookieOnly = new Headers(request.headers);
    cookieOnly.delete("authorization");
    const actor = (await resolveActor(cookieOnly, meta))?.actor;
    const { pathname } = new URL(to, "http://base.invalid");
    const route = matchRoute(pathname);
    const isOpen = actor && route && mayOpen(route, actor.permissions) && leads(route, actor.permissions);
    const headers = new Headers({ location: isOpen ? to : "/404" });
    if (actor) headers.append("set-cookie", await renewedCookie(actor, request.headers));
    if (actor && !isOpen) headers.append("set-cookie", askedCookie(pathname, request.headers));
    return new Response(null, { status: 307, headers });
  },
});

/** A group path opens only when there is a screen below it for this person. */
function leads(route: NonNullable<ReturnType<typeof matchRoute>>, codes: readonly string[]): boolean {
  return !route.redirect || redirectOf(route, codes) !== undefined;
}
