import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  findCategory,
  insertCategory,
  listCategories,
  orderCategories,
  removeCategory,
  updateCategory,
} from "@/db/queries/apps/categories";
import { lockConfig } from "@/db/queries/config/system-config";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { CategoryDto } from "../dto";
import { CATEGORIES_MAX } from "../limits";
import type { CategoryInput } from "../schema";

/** Categories are counted and put in order one change at a time. */
const LOCK = "appCategories";

const target = (id: string, { nameZh }: Pick<CategoryDto, "nameZh">) => ({ type: "appCategory", id, name: nameZh });

function change<T>(actor: Actor, work: (tx: Transaction) => Promise<T>): Promise<T> {
  requirePermission(actor, P.CONFIG_TOOLS);
  return db().transaction(async (tx) => {
    await lockConfig(tx, LOCK);
    return work(tx);
  });
}

/** Throws categoryLimit. */
export const createCategory = (actor: Actor, input: CategoryInput): Promise<{ id: string }> =>
  change(actor, async (tx) => {
    if ((await listCategories(tx)).length >= CATEGORIES_MAX) {
      throw new AppError("categoryLimit", { args: { max: CATEGORIES_MAX } });
    }
    const { id } = await insertCategory(tx, input);
    await recordAuditEvent(tx, actor, { action: "app.category.create", target: target(id, input), after: input });
    return { id };
  });

/** Throws notFound. */
export const changeCategory = (actor: Actor, id: string, input: CategoryInput): Promise<void> =>
  change(actor, async (tx) => {
    const before = orNotFound(await findCategory(tx, id));
    await updateCategory(tx, id, input);
    await recordAuditEvent(tx, actor, {
      action: "app.category.change",
      target: target(id, input),
      before,
      after: input,
    });
  });

/** Its apps stay, in no category. Throws notFound. */
export const deleteCategory = (actor: Actor, id: string): Promise<void> =>
  change(actor, async (tx) => {
    const before = orNotFound(await findCategory(tx, id));
    await removeCategory(tx, id);
    await recordAuditEvent(tx, actor, { action: "app.category.delete", target: target(id, before) });
  });

/** Categories stand in this order; those that are not named stay behind them. */
export const sortCategories = (actor: Actor, ids: readonly string[]): Promise<void> =>
  change(actor, async (tx) => {
    const others = (await listCategories(tx)).map(({ id }) => id).filter((id) => !ids.includes(id));
    await orderCategories(tx, [...ids, ...others]);
  });
