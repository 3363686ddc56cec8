import { isSecure } from "./secure";

/** Carries what was asked for to the page named 404, whose address says nothing of it (spec 2). */
const COOKIE = "asked";
/** Only the redirect's own page is to read it. */
const SECONDS = 60;
/** Longer addresses are not explained. */
const PATH_MAX = 500;

/** The `Set-Cookie` value beside a redirect to the page named 404. */
export function askedCookie(path: string, headers: Headers): string {
  const value = path.length > PATH_MAX ? "" : encodeURIComponent(path);
  return `${COOKIE}=${value}; Path=/404; HttpOnly; SameSite=Lax; Max-Age=${SECONDS}${isSecure(headers) ? "; Secure" : ""}`;
}

/** The path that led to the page named 404; null where none is known. */
export function askedPath(cookies: { get(name: string): { value: string } | undefined }): string | null {
  // Next has decoded it.
  const path = cookies.get(COOKIE)?.value ?? "";
  return path.startsWith("/") && path.length <= PATH_MAX ? path : null;
}
