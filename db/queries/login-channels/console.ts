import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Queryable } from "../../client";
import { sessions } from "../../schema/auth";
import { externalIdentities, loginChannels } from "../../schema/login-channels";

/** A test of exactly these settings passed; false when they were changed meanwhile or are gone. */
export async function markChannelTested(db: Queryable, id: string, version: number): Promise<boolean> {
  const { rowCount } = await db
    .update(loginChannels)
    .set({ testedVersion: version, testedAt: new Date(), failure: null, failedAt: null })
    .where(and(eq(loginChannels.id, id), eq(loginChannels.version, version)));
  return rowCount !== 0;
}

/** Ends the sessions that an issuer's people opened through its kind of channel: a closed door is closed at once. */
export async function revokeSessionsThrough(db: Queryable, issuer: string, method: string): Promise<void> {
  const people = db
    .select({ id: externalIdentities.userId })
    .from(externalIdentities)
    .where(eq(externalIdentities.issuer, issuer));
  await db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(isNull(sessions.revokedAt), eq(sessions.method, method), inArray(sessions.userId, people)));
}
