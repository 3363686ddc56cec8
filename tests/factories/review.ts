import { db } from "@/db/client";
import { reviewHits, reviewRules } from "@/db/schema/review";
import { invalidateReview } from "@/lib/review/rules";

/** A rule of the organisation; of both sides unless told otherwise. Its id. */
export async function makeRule(keywords: string[], options: Partial<typeof reviewRules.$inferInsert> = {}) {
  const row = { name: `rule ${Math.random()}`, keywords, presetReply: REPLY, reviewsInput: true, reviewsOutput: true };
  const [made] = await db()
    .insert(reviewRules)
    .values({ ...row, ...options })
    .returning({ id: reviewRules.id });
  invalidateReview();
  return made!.id;
}

export const REPLY = "This is not talked about here.";

export async function removeRules(): Promise<void> {
  await db().delete(reviewHits);
  await db().delete(reviewRules);
  invalidateReview();
}
