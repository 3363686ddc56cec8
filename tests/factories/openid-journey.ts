import { GET as callbackRoute } from "@/app/api/public/login/[id]/callback/route";
import { GET as startRoute } from "@/app/api/public/login/[id]/start/route";
import { POST as loginJwtRoute } from "@/app/api/token/login-jwt/route";
import { answer, type CallOptions, call } from "./call";

/** A browser that begins a sign-in: where it is sent, and the cookie that binds it. */
export async function beginAt(channelId: string, redirectUrl?: string) {
  const response = await call(startRoute, { params: { id: channelId }, query: redirectUrl ? { redirectUrl } : {} });
  const location = response.headers.get("location") ?? "";
  const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { location, cookie, status: response.status };
}

/** The way back at our door; answers the address the browser is sent on to. */
export async function comeBack(channelId: string, back: URL, options: CallOptions = {}): Promise<URL> {
  const query = Object.fromEntries(back.searchParams);
  const response = await call(callbackRoute, { params: { id: channelId }, query, ...options });
  return new URL(response.headers.get("location") ?? "", "http://product.test");
}

/** The key the login page says in words, when it did not go well. */
export const failureOf = (end: URL) => end.searchParams.get("failed");

export const handIn = (end: URL, cookie: string) =>
  answer<{ token: string; error?: string }>(loginJwtRoute, { body: { token: end.searchParams.get("jwt") }, cookie });

/** The whole way for a site that `walk`s: begins, walks, comes back. */
export async function journey(channelId: string, walk: (url: string) => Promise<URL>, redirectUrl?: string) {
  const { location, cookie } = await beginAt(channelId, redirectUrl);
  const back = await walk(location);
  return { cookie, back, end: await comeBack(channelId, back, { cookie }) };
}
