import "server-only";
import { db } from "@/db/client";
import { lockConfig } from "@/db/queries/config/system-config";
import {
  countRules,
  insertRule,
  isNameTaken,
  listRules,
  lockRule,
  type ReviewRuleRow,
  removeRule,
  updateRule,
} from "@/db/queries/review/rules";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { REVIEW_RULES_MAX } from "@/lib/config/review-kinds";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, revisionOf } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { ReviewMatcher } from "@/lib/review/matcher";
import { invalidateReview } from "@/lib/review/rules";
import type { ReviewRuleDto, ReviewRulesDto } from "../dto";
import type { NewReviewRule, ReviewRulePatch } from "../schema";

const DAY_MS = 86_400_000;
/** Days whose hits are counted beside a rule. */
const COUNTED_DAYS = 30;
/** Rules are counted and named one at a time. */
const LOCK = "reviewRules";

const edited = (row: ReviewRuleRow) =>
  fieldsOf(row, ["name", "description", "keywords", "presetReply", "reviewsInput", "reviewsOutput", "enabled"]);

const target = ({ id, name }: { id: string; name: string }) => ({ type: "reviewRule", id, name });

/** The rules of the organisation, the newest first, each with its hits of 30 days. */
export async function listReviewRules(actor: Actor): Promise<ReviewRulesDto> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const rows = await listRules(db(), new Date(Date.now() - COUNTED_DAYS * DAY_MS));
  return { items: rows.map(({ rule, hits }) => toRule(rule, hits)), limit: REVIEW_RULES_MAX };
}

function toRule(row: ReviewRuleRow, hits: number): ReviewRuleDto {
  const fields = edited(row);
  return { id: row.id, ...fields, hits, updatedAt: row.updatedAt.toISOString(), revision: revisionOf(fields) };
}

/** Throws reviewRuleLimit, reviewNameTaken. */
export async function createReviewRule(actor: Actor, input: NewReviewRule): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const made = await db().transaction(async (tx) => {
    await lockConfig(tx, LOCK);
    if ((await countRules(tx)) >= REVIEW_RULES_MAX) {
      throw new AppError("reviewRuleLimit", { args: { max: REVIEW_RULES_MAX } });
    }
    if (await isNameTaken(tx, input.name)) throw nameTaken();
    const { id } = await insertRule(tx, input);
    await recordAuditEvent(tx, actor, {
      action: "review.create",
      target: target({ id, name: input.name }),
      after: input,
    });
    return { id };
  });
  invalidateReview();
  return made;
}

const nameTaken = () => new AppError("reviewNameTaken", { data: { fields: { name: "nameTaken" } } });

/** Throws notFound, staleRecord, reviewNameTaken, invalidInput where neither questions nor answers would be looked at. */
export async function changeReviewRule(
  actor: Actor,
  id: string,
  { revision, ...patch }: ReviewRulePatch,
): Promise<void> {
  requirePermission(actor, P.CONFIG_TOOLS);
  await db().transaction(async (tx) => {
    await lockConfig(tx, LOCK);
    const read = async () => edited(orNotFound(await lockRule(tx, id)));
    await assertCurrent(tx, actor, { type: "reviewRule", id, given: revision, read });
    const before = await read();
    const after = { ...before, ...patch };
    if (!after.reviewsInput && !after.reviewsOutput) {
      throw new AppError("invalidInput", { data: { fields: { reviewsOutput: "reviewSide" } } });
    }
    if (patch.name && (await isNameTaken(tx, patch.name, id))) throw nameTaken();
    await updateRule(tx, id, patch);
    await recordAuditEvent(tx, actor, {
      action: "review.change",
      target: target({ id, name: after.name }),
      before,
      after,
    });
  });
  invalidateReview();
}

/** Its hits stay, with its name. Throws notFound. */
export async function deleteReviewRule(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CONFIG_TOOLS);
  await db().transaction(async (tx) => {
    const row = orNotFound(await lockRule(tx, id));
    await removeRule(tx, id);
    await recordAuditEvent(tx, actor, { action: "review.delete", target: target(row), before: edited(row) });
  });
  invalidateReview();
}

/** What of some keywords a text has, without keeping anything. */
export function tryKeywords(actor: Actor, { text, keywords }: { text: string; keywords: readonly string[] }) {
  requirePermission(actor, P.CONFIG_TOOLS);
  const match = new ReviewMatcher([{ ruleId: "", keywords }]).find(text);
  return { keyword: match?.keyword ?? null };
}
