import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { POST as confirmRoute } from "@/app/api/admin/user/factor/confirm/route";
import { POST as beginRoute } from "@/app/api/admin/user/factor/route";
import { db } from "@/db/client";
import { secondFactors } from "@/db/schema/auth";
import { answer } from "./call";
import { PASSWORD, type Person } from "./people";

/** The code an authenticator app shows so many steps from now. */
export function codeOf(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Sets a second factor up by calls, as the person does; answers the secret and the recovery codes. */
export async function giveFactor(person: Person): Promise<{ secret: string; codes: string[] }> {
  const begun = await answer<{ secret: string }>(beginRoute, { token: person.token, body: { password: PASSWORD } });
  const secret = begun.data!.secret;
  const { data } = await answer<{ codes: string[] }>(confirmRoute, {
    token: person.token,
    body: { otp: codeOf(secret) },
  });
  // The code that confirmed it is used up; the next login of a test need not wait for half a minute.
  await db().update(secondFactors).set({ lastStep: 0 }).where(eq(secondFactors.userId, person.id));
  return { secret, codes: data!.codes };
}
