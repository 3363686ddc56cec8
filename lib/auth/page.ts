import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { requestLocale } from "@/lib/i18n/translate";
import type { PermissionCode } from "@/lib/permissions/codes";
import { type Actor, hasPermission } from "./actor";
import { pendingPath } from "./pending";
import { isRelativeTarget } from "./safe-path";
import { resolveActor } from "./session";

/** The person of this page render, fresh from the database and read once a request; null for guests. */
export const currentActor = cache(async (): Promise<Actor | null> => {
  const all = await headers();
  const cookieOnly = new Headers(all);
  cookieOnly.delete("authorization");
  const resolved = await resolveActor(cookieOnly, {
    requestId: all.get("x-request-id") ?? "",
    address: all.get("x-client-address") ?? "",
    userAgent: all.get("user-agent") ?? "",
    locale: requestLocale(all),
  });
  return resolved?.actor ?? null;
});

/** Second net of a page: every page calls it first. Guests go to the login, the others to the page named 404. */
export async function requirePageActor(...anyOf: readonly PermissionCode[]): Promise<Actor> {
  const actor = await currentActor();
  const here = (await headers()).get("x-page") ?? "";
  const back = isRelativeTarget(here) && here !== "/" ? here : undefined;
  if (!actor) redirect(back ? `/login?redirectUrl=${encodeURIComponent(back)}` : "/login");
  const [pending] = actor.pending;
  if (pending) redirect(pendingPath(pending, back));
  if (anyOf.length > 0 && !hasPermission(actor, ...anyOf)) redirect("/404");
  return actor;
}
