import "server-only";
import { hasSignedOut, signedOutCookie } from "@/lib/auth/channels/browser";
import { isSecure, sessionCookie } from "@/lib/auth/cookie";
import { mayBeFramed } from "@/lib/auth/framing";
import { languageCookie } from "@/lib/auth/language-cookie";
import { loadPerson, type OpenedSession } from "@/lib/auth/session";
import { type Answer, answerWith } from "@/lib/endpoint/envelope";
import { AppError } from "@/lib/errors/errors";

/**
 * The answer of every login call: the token for calls, and the page cookie and language beside it. `inFrame`: opened by
 * the team client, whose frame takes cookies of another kind.
 */
export async function openedSession(
  opened: OpenedSession,
  headers: Headers,
  inFrame = false,
): Promise<Answer<{ token: string }>> {
  const person = await loadPerson(opened.sessionId);
  if (!person) throw new AppError("unauthorized");
  const secure = isSecure(headers);
  const framed = inFrame && mayBeFramed(headers);
  const claims = { sessionId: opened.sessionId, codes: person.permissions, pending: person.pending };
  const cookie = await sessionCookie(framed ? { ...claims, framed } : claims, secure, person.sessionExpiresAt);
  const own = new Headers({ "set-cookie": cookie });
  if (hasSignedOut(headers)) own.append("set-cookie", signedOutCookie(headers, false, framed));
  if (person.language) own.append("set-cookie", languageCookie(person.language, headers, framed));
  return answerWith({ token: opened.token }, { headers: own });
}
