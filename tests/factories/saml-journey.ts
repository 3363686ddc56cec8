import { and, desc, eq } from "drizzle-orm";
import { POST as postBack, GET as wayBack } from "@/app/api/public/login/[id]/callback/route";
import { GET as metadataRoute } from "@/app/api/public/login/[id]/metadata/route";
import { GET as start } from "@/app/api/public/login/[id]/start/route";
import { POST as exchangeRoute } from "@/app/api/token/login-jwt/route";
import { db } from "@/db/client";
import { operationLogs } from "@/db/schema/operation-log";
import { answer, call } from "./call";

type Fields = Record<string, string>;

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot);/g, (_all, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name as string]!);
const locationOf = (response: Response) => response.headers.get("location") ?? "";
const cookieOf = (response: Response) => (response.headers.get("set-cookie") ?? "").split(";")[0]!;

/** Our metadata of a channel, as its identity provider gets them. */
export async function metadataOf(id: string): Promise<string> {
  return (await call(metadataRoute, { params: { id } })).text();
}

/** Leaves for the channel's site: where to, and the cookie that binds the browser. */
export async function leave(id: string, redirectUrl?: string, cookie?: string) {
  const query: Record<string, string> = redirectUrl ? { redirectUrl } : {};
  const response = await call(start, { params: { id }, query, cookie });
  return { url: locationOf(response), cookie: cookieOf(response), response };
}

/** At the identity provider: says who one is ("" cancels) and gets the form that the browser posts to us. */
export async function choose(url: string, who: string): Promise<{ action: string; fields: Fields }> {
  const shown = await fetch(url);
  if (shown.status !== 200) throw new Error(await shown.text());
  const response = await fetch(url, { method: "POST", body: new URLSearchParams({ who }) });
  const html = await response.text();
  if (response.status !== 200) throw new Error(html);
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name,
    unescaped(value!),
  ]);
  return { action: unescaped(/action="([^"]*)"/.exec(html)?.[1] ?? ""), fields: Object.fromEntries(fields) };
}

/** The form as another site's page posts it: its own origin, no cookie of ours. */
export async function post(id: string, fields: Fields): Promise<string> {
  const response = await call(postBack, {
    params: { id },
    raw: new URLSearchParams(fields),
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://idp.test" },
  });
  return locationOf(response);
}

/** The browser comes again by GET, with its cookie. */
export async function comeBack(id: string, location: string, cookie: string): Promise<string> {
  const query = Object.fromEntries(new URL(location, "http://base.test").searchParams);
  return locationOf(await call(wayBack, { params: { id }, query, cookie }));
}

/** The login page exchanges what stands in its address. */
export function exchange(location: string, cookie: string) {
  const token = new URL(location, "http://base.test").searchParams.get("jwt") ?? "";
  return answer<{ token?: string; error?: string }>(exchangeRoute, { body: { token }, cookie });
}

/** The whole way; answers the last address, which holds a token or a reason. */
export async function walk(id: string, who: string, redirectUrl?: string) {
  const { url, cookie } = await leave(id, redirectUrl);
  const { fields } = await choose(url, who);
  const posted = await post(id, fields);
  const location = posted.startsWith("/login?") ? posted : await comeBack(id, posted, cookie);
  return { location, cookie, fields };
}

/** Why the last sign-in at a channel failed, as the operation log tells it. */
export async function lastReason(id: string): Promise<string | undefined> {
  const [row] = await db()
    .select({ after: operationLogs.after, result: operationLogs.result })
    .from(operationLogs)
    .where(and(eq(operationLogs.action, "auth.login"), eq(operationLogs.targetId, id)))
    .orderBy(desc(operationLogs.createdAt), desc(operationLogs.id))
    .limit(1);
  return (row?.after as { reason?: string } | undefined)?.reason;
}
