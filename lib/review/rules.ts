import "server-only";
import { db } from "@/db/client";
import { listActiveRules, type ReviewRuleRow } from "@/db/queries/review/rules";
import { keptFacts } from "@/lib/kept";
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

const organisation = keptFacts<Loaded>("review");
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

/** The rules of the organisation that are switched on, and of `own`, an app's, those that are (spec K7). */
export async function reviewRules(own: readonly OwnReviewRule[] = []): Promise<ReviewRules> {
  const { rows, rules, withOwn } = await organisation.read("", load);
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
  organisation.invalidate();
}
