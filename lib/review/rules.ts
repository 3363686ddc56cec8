import "server-only";
import { db } from "@/db/client";
import { listActiveRules, type ReviewRuleRow } from "@/db/queries/review/rules";
import { ReviewMatcher } from "./matcher";

export interface ReviewRules {
  input: ReviewMatcher;
  output: ReviewMatcher;
  ruleOf(id: string): Pick<ReviewRuleRow, "name" | "presetReply"> | undefined;
}

const shared = globalThis as typeof globalThis & { __review?: { at: number; rules: Promise<ReviewRules> } };

/** Changes act at once in this process and within this time in the others, milliseconds. */
const CACHE_MS = 2000;

async function load(): Promise<ReviewRules> {
  const rows = await listActiveRules(db());
  const wordsOf = (side: "reviewsInput" | "reviewsOutput") =>
    new ReviewMatcher(rows.filter((row) => row[side]).map(({ id, keywords }) => ({ ruleId: id, keywords })));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { input: wordsOf("reviewsInput"), output: wordsOf("reviewsOutput"), ruleOf: (id) => byId.get(id) };
}

/** The rules of the organisation that are switched on. */
export function reviewRules(): Promise<ReviewRules> {
  const now = Date.now();
  if (shared.__review && now - shared.__review.at < CACHE_MS) return shared.__review.rules;
  const fresh = { at: now, rules: load() };
  shared.__review = fresh;
  fresh.rules.catch(() => {
    if (shared.__review === fresh) shared.__review = undefined;
  });
  return fresh.rules;
}

export function invalidateReview(): void {
  shared.__review = undefined;
}
