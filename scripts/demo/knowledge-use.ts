/** What was asked of the demo's bases: the conversations that are there, and as many more questions as the ledger has calls. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { listReachableBases } from "@/db/queries/knowledge/bases";
import type { CountedAnswer } from "@/db/queries/knowledge-operations/recording";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import {
  knowledgeAnswers,
  knowledgeAskers,
  knowledgeDays,
  knowledgeFindings,
  knowledgeQuestions,
  sliceUses,
} from "@/db/schema/knowledge-operations";
import { usageLedger } from "@/db/schema/models";
import { APP } from "@/lib/areas/apps";
import { subjectsOf } from "@/lib/auth/subjects";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { countNew, recordAnswer } from "@/lib/features/knowledge-operations/service/recording";
import { acting } from "./fill";
import type { Marker } from "./marker";
import { type Caller, figures } from "./usage";

/** Questions that are counted without a conversation behind them, at most. */
const COUNTED = 500;
/** Shares of them that found nothing, were liked and disliked. */
const [MISSED, LIKED, DISLIKED] = [0.07, 0.16, 0.03];
/** How much oftener the first questions are asked than the last. */
const SLOPE = 1.6;
const REASONS = ["incomplete", "off_topic", "outdated", "wrong", "format"] as const;

/** Counts anew what was counted while the demo was made: its conversations were held on other days since. */
export async function countKnowledgeUse({ bases, people }: Marker, callers: readonly Caller[]): Promise<void> {
  if (bases.length === 0) return;
  const counters = [knowledgeFindings, knowledgeAnswers, knowledgeDays, knowledgeAskers, knowledgeQuestions, sliceUses];
  for (const table of counters) await db().delete(table).where(inArray(table.baseId, bases));
  const answers = await db()
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(and(inArray(chatSessions.userId, people), eq(chatMessages.role, "assistant")))
    .orderBy(asc(chatMessages.createdAt));
  for (const { id } of answers) await recordAnswer(id);
  const asked = await db().select().from(knowledgeAnswers).where(inArray(knowledgeAnswers.baseId, bases));
  await countCalls(bases, callers, asked);
  // Words are read from an answer that is there.
  for (const { baseId, questionKey, messageId } of asked) {
    await db()
      .update(knowledgeQuestions)
      .set({ messageId })
      .where(and(eq(knowledgeQuestions.baseId, baseId), eq(knowledgeQuestions.questionKey, questionKey)));
  }
}

type Asked = typeof knowledgeAnswers.$inferSelect;

/** Some of the ledger's calls, each as one of the questions that were really put to a base its caller may use. */
async function countCalls(
  bases: readonly string[],
  callers: readonly Caller[],
  asked: readonly Asked[],
): Promise<void> {
  const { timeZone } = await loadConfig("customConfig");
  const ofBase = Map.groupBy(asked, ({ baseId }) => baseId);
  const open = new Map<string, Asked[][]>();
  for (const { id } of callers) {
    const usable = await listReachableBases(db(), subjectsOf(await acting(id)), bases);
    open.set(
      id,
      usable.flatMap((base) => (ofBase.has(base.id) ? [ofBase.get(base.id)!] : [])),
    );
  }
  const calls = await db()
    .select({ userId: usageLedger.userId, departmentId: usageLedger.departmentId, at: usageLedger.createdAt })
    .from(usageLedger)
    .where(and(eq(usageLedger.app, APP.KNOWLEDGE), eq(usageLedger.instance, "demo")))
    .orderBy(sql`md5(${usageLedger.id}::text)`)
    .limit(COUNTED);
  const next = figures(20_260_718);
  await db().transaction(async (tx) => {
    for (const { userId, departmentId, at } of calls) {
      const choices = (userId && open.get(userId)) || [];
      const questions = choices[Math.floor(choices.length * next())] ?? [];
      const one = chosen(questions, next);
      if (!one || !userId) continue;
      const row = { ...one, messageId: v7({ msecs: at.getTime() }), userId, departmentId, answeredAt: at };
      await countNew(tx, { ...row, day: dayIn(timeZone, at), ...outcomeOf(one, next) });
    }
  });
}

/** One of the questions: of those the base holds nothing about, the share that is missed. */
function chosen(questions: readonly Asked[], next: () => number): Asked | undefined {
  const { missed = [], found = [] } = Object.groupBy(questions, ({ outcome }) =>
    outcome === "notFound" ? "missed" : "found",
  );
  const among = missed.length > 0 && next() < MISSED ? missed : found;
  return among[Math.floor(among.length * next() ** SLOPE)];
}

/** How it came out: as it really did. */
function outcomeOf(one: Asked, next: () => number): Partial<CountedAnswer> {
  const opinion = next();
  const reason = REASONS[Math.floor(REASONS.length * next())]!;
  if (one.outcome === "notFound") {
    const isAngry = opinion < LIKED;
    return { feedback: isAngry ? "dislike" : null, feedbackReason: isAngry ? "incomplete" : null };
  }
  if (opinion < DISLIKED) return { outcome: one.outcome, feedback: "dislike", feedbackReason: reason };
  return { outcome: one.outcome, feedback: opinion < LIKED + DISLIKED ? "like" : null, feedbackReason: null };
}
