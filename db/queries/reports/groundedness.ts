import { sql } from "drizzle-orm";
import type { Queryable } from "@/db/client";
import { chatMessages, chatSessions } from "@/db/schema/conversation";

export interface GroundednessOfDay {
  day: string;
  cited: number;
  supported: number;
}

/**
 * Cited sentences of everybody's answers in one kind of conversation by day of a time zone, and those their passages bear
 * out (spec D6). Callers give a month at most.
 */
export function listGroundedness(
  db: Queryable,
  { kind, timeZone, from, to }: { kind: string; timeZone: string; from: string; to: string },
): Promise<GroundednessOfDay[]> {
  const { createdAt, citedSentences, supportedSentences, sessionId } = chatMessages;
  const start = (day: string, later = 0) => sql`((${day}::date + ${later}::int)::timestamp at time zone ${timeZone})`;
  return db
    .select({
      day: sql<string>`(${createdAt} at time zone ${timeZone})::date::text`,
      cited: sql<number>`sum(${citedSentences})`.mapWith(Number),
      supported: sql<number>`coalesce(sum(${supportedSentences}), 0)`.mapWith(Number),
    })
    .from(chatMessages)
    .innerJoin(chatSessions, sql`${chatSessions.id} = ${sessionId} and ${chatSessions.kind} = ${kind}`)
    .where(sql`${citedSentences} > 0 and ${createdAt} >= ${start(from)} and ${createdAt} < ${start(to, 1)}`)
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}
