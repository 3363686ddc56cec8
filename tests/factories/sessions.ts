import { sessionCookie } from "@/lib/auth/cookie";
import type { Person } from "./people";

/** The page cookie of a person's session, as a `Cookie` header. */
export async function cookieOf(person: Person): Promise<{ cookie: string; setCookie: string }> {
  const { permissions, pending } = person.actor;
  const setCookie = await sessionCookie({ sessionId: person.sessionId, codes: permissions, pending }, false);
  return { cookie: setCookie.split(";")[0] ?? "", setCookie };
}
