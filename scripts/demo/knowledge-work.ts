/** What is done about a base once people have asked it: pairs of question and answer, recommended questions, gaps. */
import { asc, eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { knowledgeQas } from "@/db/schema/knowledge";
import { knowledgeGaps } from "@/db/schema/knowledge-operations";
import type { Actor } from "@/lib/auth/actor";
import { createQa } from "@/lib/features/knowledge/service/qa/write";
import { assignGap } from "@/lib/features/knowledge-operations/service/gap-actions";
import { beginFinding } from "@/lib/features/knowledge-operations/service/gap-finding";
import { createRecommended } from "@/lib/features/knowledge-operations/service/recommended";
import { acting, type Filling } from "./fill";
import { readAll } from "./library";

/** How long the pairs are there. */
const WRITTEN = sql`now() - interval '24 days'`;

export async function tendBases(
  { content, marker, administrator }: Filling,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [index, { owner, pairs = [], recommended = [] }] of content.bases.entries()) {
    const baseId = marker.bases[index]!;
    const actor = await acting(people.get(owner)!);
    for (const pair of pairs) await createQa(actor, { baseId, ...pair });
    for (const text of recommended) {
      await createRecommended(administrator, { content: text, baseId, isShown: true, isSticky: false });
    }
    await beginFinding(actor, { baseId });
  }
  await db()
    .update(knowledgeQas)
    .set({ createdAt: WRITTEN, updatedAt: WRITTEN })
    .where(inArray(knowledgeQas.baseId, marker.bases));
  await readAll(marker.people);
  await takeUpFirst(await acting(people.get(content.bases[0]!.owner)!), marker.bases[0]!);
}

/** Its owner has taken up the oldest gap of a base. */
async function takeUpFirst(owner: Actor, baseId: string): Promise<void> {
  const [gap] = await db()
    .select({ id: knowledgeGaps.id })
    .from(knowledgeGaps)
    .where(eq(knowledgeGaps.baseId, baseId))
    .orderBy(asc(knowledgeGaps.id))
    .limit(1);
  if (gap) await assignGap(owner, gap.id, { ownerId: owner.id });
}
