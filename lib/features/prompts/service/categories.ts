import "server-only";
import { db } from "@/db/client";
import {
  findCategory,
  insertCategory,
  listCategories,
  lockCategories,
  orderCategories,
  removeCategory,
  updateCategory,
} from "@/db/queries/prompts/versions";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertCurrent } from "@/lib/editing/current";
import { fieldsOf, withRevision } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { unlessTaken } from "@/lib/errors/taken";
import { P } from "@/lib/permissions/codes";
import type { CategoryDto } from "../dto";
import { CATEGORIES_MAX } from "../limits";
import type { CategoryInput, CategoryPatch } from "../schema";

const TAKEN = { prompt_categories_name_key: ["promptCategoryTaken", "nameZh"] } as const;

const edited = (row: { nameZh: string; nameEn: string }) => fieldsOf(row, ["nameZh", "nameEn"]);
const target = (id: string, name: string) => ({ type: "promptCategory", id, name });

/** Kinds in their order, with how many prompts are in each. */
export async function readCategories(actor: Actor): Promise<{ items: CategoryDto[] }> {
  requirePermission(actor, P.CHAT_PROMPT);
  const rows = await listCategories(db());
  return { items: rows.map(({ sort: _sort, ...row }) => withRevision(row, edited)) };
}

/** A kind at the end of the list. Throws promptCategoryTaken, promptCategoryLimit. */
export async function createCategory(actor: Actor, input: CategoryInput): Promise<{ id: string }> {
  requirePermission(actor, P.CHAT_PROMPT);
  return unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      await lockCategories(tx);
      const rows = await listCategories(tx);
      if (rows.length >= CATEGORIES_MAX) throw new AppError("promptCategoryLimit", { args: { max: CATEGORIES_MAX } });
      const id = await insertCategory(tx, { ...input, sort: (rows.at(-1)?.sort ?? 0) + 10 });
      await recordAuditEvent(tx, actor, {
        action: "prompt.category.create",
        target: target(id, input.nameZh),
        after: { nameZh: input.nameZh, nameEn: input.nameEn },
      });
      return { id };
    }),
  );
}

/** Throws notFound, promptCategoryTaken, staleRecord. */
export async function changeCategory(actor: Actor, id: string, { revision, ...input }: CategoryPatch): Promise<void> {
  requirePermission(actor, P.CHAT_PROMPT);
  await unlessTaken(TAKEN, () =>
    db().transaction(async (tx) => {
      const read = async () => {
        const row = await findCategory(tx, id);
        return row && edited(row);
      };
      await assertCurrent(tx, actor, { type: "promptCategory", id, given: revision, read });
      const before = orNotFound(await findCategory(tx, id));
      await updateCategory(tx, id, input);
      await recordAuditEvent(tx, actor, {
        action: "prompt.category.change",
        target: target(id, input.nameZh),
        before: { nameZh: before.nameZh, nameEn: before.nameEn },
        after: { nameZh: input.nameZh, nameEn: input.nameEn },
      });
    }),
  );
}

/** Deletes a kind nothing is in. Throws notFound, promptCategoryInUse. */
export async function deleteCategory(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CHAT_PROMPT);
  await db().transaction(async (tx) => {
    await lockCategories(tx);
    const row = orNotFound((await listCategories(tx)).find((category) => category.id === id));
    if (row.prompts > 0) throw new AppError("promptCategoryInUse", { args: { count: row.prompts } });
    await removeCategory(tx, id);
    await recordAuditEvent(tx, actor, { action: "prompt.category.delete", target: target(id, row.nameZh) });
  });
}

/** The order of all kinds; those that are not named keep their place behind. */
export async function orderAll(actor: Actor, ids: readonly string[]): Promise<void> {
  requirePermission(actor, P.CHAT_PROMPT);
  await db().transaction(async (tx) => {
    await lockCategories(tx);
    const known = (await listCategories(tx)).map(({ id }) => id);
    const named = [...new Set(ids)].filter((id) => known.includes(id));
    await orderCategories(tx, [...named, ...known.filter((id) => !named.includes(id))]);
    const [first] = named;
    if (!first) return;
    await recordAuditEvent(tx, actor, {
      action: "prompt.category.order",
      target: target(first, ""),
      after: { count: named.length },
    });
  });
}
