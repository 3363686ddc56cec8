import "server-only";
import { db, type Transaction } from "@/db/client";
import { lockConfig, upsertConfig } from "@/db/queries/config/system-config";
import { listUsableBaseIds } from "@/db/queries/knowledge/chats";
import {
  countManual,
  findRecommended,
  insertRecommended,
  listOffered,
  listPlaces,
  listRecommended,
  removeRecommended,
  updateRecommended,
} from "@/db/queries/knowledge-operations/recommended";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { invalidateConfig, loadConfig, readConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import type { BaseIcon } from "@/lib/features/knowledge/limits";
import { P } from "@/lib/permissions/codes";
import { RECOMMENDED_AUTO_MAX, RECOMMENDED_MAX } from "../gap-limits";
import type {
  NewRecommended,
  RecommendedOrder,
  RecommendedPatch,
  RecommendedQuery,
  RecommendedSettings,
} from "../recommended-schema";

const target = ({ id, content }: { id: string; content: string }) => ({
  type: "recommendedQuestion",
  id,
  name: content,
});

/** Those a person switched off stay, beside the newest proposals. */
const LISTED = RECOMMENDED_MAX + 4 * RECOMMENDED_AUTO_MAX;

/** All recommended questions, without those of bases the person may not use. */
export async function readRecommended(actor: Actor) {
  requirePermission(actor, P.KB_CENTER);
  const [rows, { recommendedShown }] = await Promise.all([
    listRecommended(db(), subjectsOf(actor), LISTED),
    loadConfig("knowledgeCenter"),
  ]);
  const items = rows.map(({ baseId, baseName, baseIcon, updatedAt, ...row }) => ({
    ...row,
    base: toBase({ baseId, baseName, baseIcon }),
    updatedAt: updatedAt.toISOString(),
  }));
  return { items, shown: recommendedShown };
}

interface OfBase {
  baseId: string | null;
  baseName: string | null;
  baseIcon: string | null;
}
const toBase = ({ baseId, baseName, baseIcon }: OfBase) =>
  baseId ? { id: baseId, name: baseName ?? "", icon: baseIcon as BaseIcon } : null;

/** Throws notFound for a base that is not the person's to use, and recommendedLimit. */
export async function createRecommended(actor: Actor, input: NewRecommended): Promise<{ id: string }> {
  requirePermission(actor, P.KB_CENTER);
  return db().transaction(async (tx) => {
    // Counted one at a time.
    await lockConfig(tx, "knowledgeCenter");
    await assertBase(tx, actor, input.baseId);
    if ((await countManual(tx)) >= RECOMMENDED_MAX) {
      throw new AppError("recommendedLimit", { args: { max: RECOMMENDED_MAX } });
    }
    const { content, baseId, isShown, isSticky } = input;
    const made = await insertRecommended(tx, { content, baseId, isShown, isSticky, authorId: actor.id });
    const after = { baseId, isShown, isSticky };
    await recordAuditEvent(tx, actor, { action: "recommended.create", target: target({ ...made, content }), after });
    return made;
  });
}

async function assertBase(tx: Transaction, actor: Actor, baseId: string | null | undefined): Promise<void> {
  if (!baseId) return;
  const usable = await listUsableBaseIds(tx, subjectsOf(actor), [baseId]);
  if (usable.length === 0) throw new AppError("notFound");
}

/** Other words, or another base, make a proposal a person's own: it is not proposed again. Throws notFound. */
export async function changeRecommended(actor: Actor, id: string, patch: RecommendedPatch): Promise<void> {
  requirePermission(actor, P.KB_CENTER);
  await db().transaction(async (tx) => {
    const known = await findRecommended(tx, subjectsOf(actor), id);
    if (!known) throw new AppError("notFound");
    await assertBase(tx, actor, patch.baseId);
    const { content, baseId, isShown, isSticky } = patch;
    const isOther =
      (content !== undefined && content !== known.content) || (baseId !== undefined && baseId !== known.baseId);
    const own = known.origin === "auto" && isOther ? { origin: "manual" as const, authorId: actor.id } : {};
    // What it rested on was said of the words, and the base, it had.
    const rests = isOther ? { knowledgeFileIds: [] } : {};
    await updateRecommended(tx, id, { content, baseId, isShown, isSticky, ...own, ...rests });
    const after = { baseId, isShown, isSticky };
    await recordAuditEvent(tx, actor, { action: "recommended.change", target: target(known), after });
  });
}

/** A proposal is switched off instead: it would come again. Throws notFound, recommendedProposed. */
export async function deleteRecommended(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_CENTER);
  await db().transaction(async (tx) => {
    const known = await findRecommended(tx, subjectsOf(actor), id);
    if (!known) throw new AppError("notFound");
    if (known.origin === "auto") throw new AppError("recommendedProposed");
    await removeRecommended(tx, id);
    await recordAuditEvent(tx, actor, { action: "recommended.delete", target: target(known) });
  });
}

/** Puts questions into another order among themselves; those that are not named keep their places. Throws notFound. */
export async function orderRecommended(actor: Actor, { ids }: RecommendedOrder): Promise<void> {
  requirePermission(actor, P.KB_CENTER);
  const wanted = [...new Set(ids)];
  await db().transaction(async (tx) => {
    await lockConfig(tx, "knowledgeCenter");
    const places = await listPlaces(tx, subjectsOf(actor), wanted);
    if (places.length < wanted.length) throw new AppError("notFound");
    for (const [at, id] of wanted.entries()) await updateRecommended(tx, id, { position: places[at]!.position });
    await recordAuditEvent(tx, actor, {
      action: "recommended.order",
      target: { type: "recommendedQuestion", id: wanted[0]! },
      after: { count: wanted.length },
    });
  });
}

/** How many are offered at once. */
export async function changeRecommendedShown(actor: Actor, { shown }: RecommendedSettings): Promise<void> {
  requirePermission(actor, P.KB_CENTER);
  await db().transaction(async (tx) => {
    await lockConfig(tx, "knowledgeCenter");
    const config = await readConfig(tx, "knowledgeCenter");
    await upsertConfig(tx, "knowledgeCenter", { ...config, recommendedShown: shown });
    await recordAuditEvent(tx, actor, {
      action: "recommended.shown",
      target: { type: "recommendedQuestion", id: "shown" },
      before: { count: config.recommendedShown },
      after: { count: shown },
    });
  });
  invalidateConfig("knowledgeCenter");
}

/** What a person is offered where a conversation with bases begins: sticky ones first, by their order (spec 3, H6). */
export async function offeredQuestions(actor: Actor, { baseIds }: RecommendedQuery) {
  requirePermission(actor, P.KB_CHAT);
  const { recommendedShown } = await loadConfig("knowledgeCenter");
  if (recommendedShown === 0) return { items: [] };
  const rows = await listOffered(db(), subjectsOf(actor), baseIds, recommendedShown);
  return {
    items: rows.map(({ id, content, baseId, baseName, baseIcon }) => ({
      id,
      content,
      base: toBase({ baseId, baseName, baseIcon }),
    })),
  };
}
