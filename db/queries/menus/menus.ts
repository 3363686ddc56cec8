import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { menus } from "../../schema/menus";
import { roles } from "../../schema/roles";

const MENUS_LOCK = 7_205_759_406;

/** Whoever changes the menu, or grants a link of it, waits here for the others until the end of the transaction. */
export async function lockMenus(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${MENUS_LOCK})`);
}

const shown = {
  ...columnsOf(menus, "id", "parentId", "key", "type", "nameZh", "nameEn"),
  ...columnsOf(menus, "icon", "path", "permission", "fixed", "sort"),
};

const everything = { ...shown, component: menus.component, hidden: menus.hidden, updatedAt: menus.updatedAt };

/** Every visible menu entry, by sort. */
export function listMenus(db: Queryable) {
  return db.select(shown).from(menus).where(eq(menus.hidden, false)).orderBy(asc(menus.sort), asc(menus.id));
}

/** The whole menu, hidden entries too, as its console shows it. */
export function listAllMenus(db: Queryable) {
  return db.select(everything).from(menus).orderBy(asc(menus.sort), asc(menus.id));
}
export type MenuRecord = Awaited<ReturnType<typeof listAllMenus>>[number];

/** Codes of the organisation's own links. */
export async function listLinkCodes(db: Queryable): Promise<string[]> {
  const rows = await db
    .select({ code: menus.permission })
    .from(menus)
    .where(and(eq(menus.type, "link"), isNotNull(menus.permission)))
    .orderBy(asc(menus.permission));
  return rows.flatMap(({ code }) => code ?? []);
}

/** The organisation's own links with their names, for whoever grants them. */
export function listLinks(db: Queryable) {
  return db
    .select({
      code: sql<string>`${menus.permission}`,
      nameZh: menus.nameZh,
      nameEn: menus.nameEn,
      address: sql<string>`coalesce(${menus.path}, '')`,
    })
    .from(menus)
    .where(and(eq(menus.type, "link"), isNotNull(menus.permission)))
    .orderBy(asc(menus.nameZh), asc(menus.id));
}

export async function insertMenu(db: Queryable, row: typeof menus.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(menus).values(row).returning({ id: menus.id });
  return inserted!.id;
}

type MenuPatch = Partial<
  Pick<
    typeof menus.$inferInsert,
    "nameZh" | "nameEn" | "icon" | "path" | "permission" | "hidden" | "parentId" | "sort" | "component"
  >
>;

export async function updateMenu(db: Queryable, id: string, patch: MenuPatch): Promise<void> {
  await db
    .update(menus)
    .set({ ...patch, updatedAt: new Date() })
    .where(eq(menus.id, id));
}

export async function removeMenu(db: Queryable, id: string): Promise<void> {
  await db.delete(menus).where(eq(menus.id, id));
}

/** Numbers entries of one group in the given order. */
export async function orderMenus(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const place = sql.join(
    ids.map((id, index) => sql`when ${id}::uuid then ${index * 10}::int`),
    sql` `,
  );
  await db
    .update(menus)
    .set({ sort: sql`case ${menus.id} ${place} end` })
    .where(inArray(menus.id, [...ids]));
}

/** Takes a link's code out of every role that grants it, or writes its new name. Answers how many roles changed. */
export async function replaceLinkCode(db: Queryable, code: string, next: string | null): Promise<number> {
  const permissions =
    next === null
      ? sql`array_remove(${roles.permissions}, ${code})`
      : sql`array_replace(${roles.permissions}, ${code}, ${next})`;
  const rows = await db
    .update(roles)
    .set({ permissions, updatedAt: new Date() })
    .where(sql`${code} = any(${roles.permissions})`)
    .returning({ id: roles.id });
  return rows.length;
}
