/** Apps the organisation has made of the product's own templates, published in the square, and how often people used them. */
import { eq, inArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { apps, appUseDays } from "@/db/schema/apps";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn } from "@/lib/config/time";
import { changeApp, createApp } from "@/lib/features/apps/service/apps";
import { createCategory } from "@/lib/features/apps/service/categories";
import { changeDraft, publishApp, readDraft } from "@/lib/features/apps/service/drafts";
import { listTemplates } from "@/lib/features/apps/service/templates";
import type { TemplateKey } from "@/lib/features/apps/template-list";
import { acting, type Filling } from "./fill";
import { figures } from "./usage";

const LOCALE = "zh_CN";
/** Days people have used them. */
const DAYS = 60;

const CATEGORIES = [
  { nameZh: "办公", nameEn: "Office" },
  { nameZh: "法务与采购", nameEn: "Legal and procurement" },
  { nameZh: "人力", nameEn: "People" },
] as const;

/** Template, who of the people with bases made it, its category, whether it answers from the first base, uses a working day. */
const MADE: readonly [TemplateKey, maker: number, category: number, hasBase: boolean, uses: number][] = [
  ["policy", 0, 2, true, 9],
  ["helpdesk", 1, 0, true, 6],
  ["minutes", 1, 0, false, 7],
  ["report", 0, 0, false, 5],
  ["email", 1, 0, false, 4],
  ["contract", 0, 1, false, 2],
  ["job", 0, 2, false, 1],
  ["expense", 1, 0, false, 3],
];

/** Makes categories and apps, and counts their use. */
export async function makeApps(
  { content, marker, administrator, tell }: Filling,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  tell("Apps …");
  for (const category of CATEGORIES) marker.categories.push((await createCategory(administrator, category)).id);
  const owners = [...new Set(content.bases.map(({ owner }) => owner))];
  const next = figures(20_260_302);
  const users = [...people.values()];
  const { timeZone } = await loadConfig("customConfig");
  const today = dayIn(timeZone);
  for (const [key, maker, category, hasBase, uses] of MADE) {
    const actor = await acting(people.get(owners[maker % owners.length]!)!);
    const template = (await listTemplates(actor, LOCALE)).items.find((one) => one.key === key)!;
    const { name, description, icon, kind } = template;
    const { id } = await createApp(actor, { name, description, icon, kind, template: key }, LOCALE);
    if (hasBase) {
      const { settings } = await readDraft(actor, id);
      await changeDraft(actor, id, { ...settings, baseIds: [marker.bases[0]!] }, LOCALE);
    }
    await publishApp(actor, id, { note: "" }, LOCALE);
    await changeApp(actor, id, { visibility: "all", categoryId: marker.categories[category]! });
    await countUses(id, { users, uses, today, next });
  }
}

interface Uses {
  users: readonly string[];
  uses: number;
  today: string;
  next: () => number;
}

async function countUses(appId: string, { users, uses, today, next }: Uses): Promise<void> {
  const rows = new Map<string, typeof appUseDays.$inferInsert>();
  for (let back = DAYS; back > 0; back -= 1) {
    const day = addDays(today, -back);
    const isWeekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
    const count = Math.round(uses * (isWeekend ? 0.2 : 0.6 + 0.8 * next()));
    for (let use = 0; use < count; use += 1) {
      const userId = users[Math.floor(next() * next() * users.length)]!;
      const row = rows.get(`${day} ${userId}`) ?? { appId, day, userId, uses: 0, begun: 0 };
      rows.set(`${day} ${userId}`, { ...row, uses: row.uses! + 1, begun: row.begun! + (next() < 0.7 ? 1 : 0) });
    }
  }
  if (rows.size > 0)
    await db()
      .insert(appUseDays)
      .values([...rows.values()]);
  const total = [...rows.values()].reduce((sum, row) => sum + row.uses!, 0);
  await db().update(apps).set({ uses: total }).where(eq(apps.id, appId));
}

/** They are there since before the first use. */
export async function dateAppsBack(people: readonly string[]): Promise<void> {
  if (people.length === 0) return;
  const made = sql`now() - make_interval(days => ${DAYS + 5})`;
  await db()
    .update(apps)
    .set({ createdAt: made, updatedAt: made, publishedAt: made })
    .where(inArray(apps.ownerId, [...people]));
}
