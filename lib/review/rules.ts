import "server-only";
import { db } from "@/db/client";
import { listActiveRules, type ReviewRuleRow } from "@/db/queries/review/rules";
import { ReviewMatcher } from "./matcher";
import type { OwnReviewRule } from "./rule-schema";

/** A rule that holds: of the organisation, or with `storedId` null of the app alone. */
export interface HeldRule {
  storedId: string | null;
  name: string;
  presetReply: string;
}

export interface ReviewRules {
  input: ReviewMatcher;
  output: ReviewMatcher;
  ruleOf(id: string): HeldRule | undefined;
}

interface Loaded {
  rows: readonly ReviewRuleRow[];
  rules: ReviewRules;
  /** With the rules of apps besides, by these. */
  withOwn: Map<string, ReviewRules>;
}

const shared = globalThis as typeof globalThis & { __review?: { at: number; loaded: Promise<Loaded> } };

/** Changes act at once in this process and within this time in the others, milliseconds. */
const CACHE_MS = 2000;
/** Apps whose rules are kept ready. */
const APPS_KEPT = 100;

type Rule = HeldRule & Pick<ReviewRuleRow, "id" | "keywords" | "reviewsInput" | "reviewsOutput">;

function made(rules: readonly Rule[]): ReviewRules {
  const wordsOf = (side: "reviewsInput" | "reviewsOutput") =>
    new ReviewMatcher(rules.filter((rule) => rule[side]).map(({ id, keywords }) => ({ ruleId: id, keywords })));
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return { input: wordsOf("reviewsInput"), output: wordsOf("reviewsOutput"), ruleOf: (id) => byId.get(id) };
}

const ofOrganisation = (rows: readonly ReviewRuleRow[]): Rule[] => rows.map((row) => ({ ...row, storedId: row.id }));

async function load(): Promise<Loaded> {
  const rows = await listActiveRules(db());
  return { rows, rules: made(ofOrganisation(rows)), withOwn: new Map() };
}

function loaded(): Promise<Loaded> {
  const now = Date.now();
  if (shared.__review && now - shared.__review.at < CACHE_MS) return shared.__review.loaded;
  const fresh = { at: now, loaded: load() };
  shared.__review = fresh;
  fresh.loaded.catch(() => {
    if (shared.__review === fresh) shared.__review = undefined;
  });
  return fresh.loaded;
}

/** The rules of the organisation that are switched on, and of `own`, an app's, those that are (spec K7). */
export async function reviewRules(own: readonly OwnReviewRule[] = []): Promise<ReviewRules> {
  const { rows, rules, withOwn } = await loaded();
  const active = own.filter(({ enabled }) => enabled);
  if (active.length === 0) return rules;
  const key = JSON.stringify(active);
  const known = withOwn.get(key);
  if (known) return known;
  // A keyword that both have is the organisation's.
  const custom = active.map((rule, index): Rule => ({ ...rule, id: `own ${index}`, storedId: null }));
  const both = made([...ofOrganisation(rows), ...custom]);
  if (withOwn.size >= APPS_KEPT) withOwn.clear();
  withOwn.set(key, both);
  return both;
}

export function invalidateReview(): void {
  shared.__review = undefined;
}
