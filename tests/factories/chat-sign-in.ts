import { and, desc, eq } from "drizzle-orm";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { GET as callbackRoute } from "@/app/api/public/login/[id]/callback/route";
import { GET as startRoute } from "@/app/api/public/login/[id]/start/route";
import { POST as tokenRoute } from "@/app/api/token/login-jwt/route";
import { db } from "@/db/client";
import { externalIdentities, loginChannels } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { answer, call } from "./call";

/** What the way back of a channel begins with in these tests. */
export const REDIRECT_BASE = "http://product.test/api/public/login/";

const cookieOf = (response: Response, name: string) =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(";", 1)[0] ?? "";

interface Visit {
  userAgent?: string;
  redirectUrl?: string;
  cookie?: string;
}

/** A browser begins: where it is sent, and the cookie that binds it. */
export async function begin(id: string, { userAgent = "jest", redirectUrl, cookie = "" }: Visit = {}) {
  const query: Record<string, string> = redirectUrl === undefined ? {} : { redirectUrl };
  const headers = { "user-agent": userAgent };
  const response = await call(startRoute, { params: { id }, query, headers, cookie });
  return { location: response.headers.get("location") ?? "", cookie: cookieOf(response, "login-flow") || cookie };
}

/** The person's part at the chat client's page: the address the browser is sent back to. */
export async function confirmAt(url: string, choice: "yes" | "no" = "yes"): Promise<string> {
  const page = await fetch(url);
  const ask = /name="ask" value="(\w+)"/.exec(await page.text())?.[1];
  if (!ask) throw new Error(`no page to confirm: ${page.status}`);
  const confirm = new URL(`/confirm?ask=${ask}&answer=${choice}`, url);
  return (await fetch(confirm, { redirect: "manual" })).headers.get("location") ?? "";
}

/** The way back: where the browser lands. */
export async function comeBack(address: string, cookie: string): Promise<URL> {
  const url = new URL(address);
  const id = url.pathname.split("/").at(-2) ?? "";
  const query = Object.fromEntries(url.searchParams);
  const response = await call(callbackRoute, { params: { id }, query, cookie });
  return new URL(response.headers.get("location") ?? "", "http://product.test");
}

/** All the way to the login page. */
export async function through(id: string, visit: Visit = {}, choice: "yes" | "no" = "yes"): Promise<URL> {
  const { location, cookie } = await begin(id, visit);
  return comeBack(await confirmAt(location, choice), cookie);
}

/** All the way in: the token of calls and who it is. */
export async function signInBy(id: string, visit: Visit = {}) {
  const { location, cookie } = await begin(id, visit);
  const landed = await comeBack(await confirmAt(location), cookie);
  const jwt = landed.searchParams.get("jwt");
  if (!jwt) throw new Error(`not signed in: ${landed.search}`);
  const { data } = await answer<{ token: string }>(tokenRoute, { body: { token: jwt }, cookie });
  const self = await answer<{ id: string; account: string; name: string }>(selfInfoRoute, { token: data!.token });
  return { token: data!.token, landed, cookie, jwt, ...self.data! };
}

/** Why the last sign-in by a channel failed, as the operation log has it. */
export async function lastReason(channelId: string): Promise<string | undefined> {
  const [row] = await db()
    .select({ after: operationLogs.after })
    .from(operationLogs)
    .where(and(eq(operationLogs.targetId, channelId), eq(operationLogs.result, "failed")))
    .orderBy(desc(operationLogs.id))
    .limit(1);
  return (row?.after as { reason?: string } | undefined)?.reason;
}

/** The fault the console shows at a channel. */
export async function faultOf(channelId: string): Promise<string | null> {
  const [row] = await db().select().from(loginChannels).where(eq(loginChannels.id, channelId));
  return row?.failure ?? null;
}

/** Who an issuer's people are here. */
export function boundTo(issuer: string) {
  return db()
    .select({ subject: externalIdentities.subject, id: users.id, account: users.account, email: users.email })
    .from(externalIdentities)
    .innerJoin(users, eq(users.id, externalIdentities.userId))
    .where(eq(externalIdentities.issuer, issuer));
}
