import "server-only";
import { db } from "@/db/client";
import { insertHit } from "@/db/queries/review/hits";
import type { Actor } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { REVIEW_COPY_MAX, type ReviewSide } from "@/lib/config/review-kinds";
import { cut, storable } from "@/lib/text/storable";
import type { ReviewMatch } from "./matcher";
import type { OwnReviewRule } from "./rule-schema";
import { type ReviewRules, reviewRules } from "./rules";

/** What a rule held back, and what is said instead. */
export interface ReviewHit extends Omit<ReviewMatch, "ruleId"> {
  /** Null for a rule of an app, which is known by its name. */
  ruleId: string | null;
  ruleName: string;
  reply: string;
  side: ReviewSide;
}

/** Where it was said. */
export interface ReviewPlace {
  app: string;
  sessionId?: string | null;
  messageId?: string;
  /** False for what is kept nowhere else: no audit copy is made either. */
  keepsContent?: boolean;
  /** Of the app it was said to, besides those of the organisation. */
  reviewRules?: readonly OwnReviewRule[];
}

export function hitOf(rules: ReviewRules, match: ReviewMatch, side: ReviewSide): ReviewHit {
  const rule = rules.ruleOf(match.ruleId);
  const { keyword } = match;
  return { keyword, ruleId: rule?.storedId ?? null, ruleName: rule?.name ?? "", reply: rule?.presetReply ?? "", side };
}

/** Looks at what a person asks, before any model hears of it; a hit is noted. */
export async function reviewInput(actor: Actor, text: string, place: ReviewPlace): Promise<ReviewHit | null> {
  const rules = await reviewRules(place.reviewRules);
  const match = rules.input.isEmpty ? null : rules.input.find(text);
  if (!match) return null;
  const hit = hitOf(rules, match, "input");
  noteHit(actor, hit, place, text);
  return hit;
}

/** Keeps a hit with its audit copy; never a reason for an answer to fail. */
export function noteHit(actor: Actor, hit: ReviewHit, place: ReviewPlace, text: string): void {
  const { app, sessionId = null, messageId = null, keepsContent = true } = place;
  const noted = insertHit(db(), {
    ...{ ruleId: hit.ruleId, ruleName: hit.ruleName, keyword: hit.keyword, side: hit.side },
    ...{ userId: actor.id, departmentId: actor.departmentId, app, apiKeyId: actor.apiKey?.id ?? null },
    ...{ sessionId, messageId, content: keepsContent ? storable(cut(text, REVIEW_COPY_MAX)) : null },
  });
  inBackground(noted, "hit of a review rule not kept", { rule: hit.ruleId });
}
