import { inArray, isNotNull, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { promptCategories, prompts, promptVersions } from "../../schema/prompts";

/** Keys of shipped prompts that were put in place before, deleted ones too. */
export async function listShippedKeys(db: Queryable): Promise<string[]> {
  const rows = await db.select({ key: prompts.key }).from(prompts).where(isNotNull(prompts.key));
  return rows.flatMap(({ key }) => (key ? [key] : []));
}

interface CategorySeed {
  key: string;
  nameZh: string;
  nameEn: string;
  sort: number;
}
interface PromptSeed {
  key: string;
  type: "user" | "role";
  category: string;
  name: string;
  description: string;
  content: string;
  roleName: string;
  variables: unknown[];
}

/** Shipped prompts with their kinds and first versions; released to everybody. */
export async function insertShippedPrompts(
  db: Queryable,
  categories: readonly CategorySeed[],
  seeds: readonly PromptSeed[],
): Promise<void> {
  await db
    .insert(promptCategories)
    .values([...categories])
    .onConflictDoNothing();
  const found = await db
    .select({ id: promptCategories.id, key: promptCategories.key })
    .from(promptCategories)
    .where(
      inArray(
        promptCategories.key,
        categories.map(({ key }) => key),
      ),
    );
  const categoryIds = new Map(found.map(({ id, key }) => [key, id]));
  const rows = await db
    .insert(prompts)
    .values(
      seeds.map(({ category, ...seed }) => ({
        ...seed,
        categoryId: categoryIds.get(category) ?? null,
        visibility: "all" as const,
        status: "approved" as const,
        releasedVersion: 1,
      })),
    )
    .onConflictDoNothing()
    .returning({
      promptId: prompts.id,
      ...columnsOf(prompts, "version", "name", "description", "content", "roleName"),
      variables: sql<unknown[]>`${prompts.variables}`,
    });
  if (rows.length > 0) await db.insert(promptVersions).values(rows);
}
