import { eq, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { webHosts, webRobots } from "../../schema/search";

export type WebHostRow = typeof webHosts.$inferSelect;

export async function findWebHost(db: Queryable, host: string): Promise<WebHostRow | null> {
  const [row] = await db.select().from(webHosts).where(eq(webHosts.host, host));
  return row ?? null;
}

/** Changes what is known of a host, which is made known by that. */
export async function saveWebHost(
  db: Queryable,
  host: string,
  patch: Partial<typeof webHosts.$inferInsert>,
): Promise<void> {
  await db
    .insert(webHosts)
    .values({ ...patch, host })
    .onConflictDoUpdate({ target: webHosts.host, set: { ...patch, host } });
}

export async function findRobots(db: Queryable, origin: string): Promise<typeof webRobots.$inferSelect | null> {
  const [row] = await db.select().from(webRobots).where(eq(webRobots.origin, origin));
  return row ?? null;
}

/** Keeps the rules of an origin as they were read just now; its host is called as slowly as the slowest of its origins asks for. */
export async function saveRobots(
  db: Queryable,
  { origin, host, robots, crawlDelayMs }: Omit<typeof webRobots.$inferSelect, "readAt">,
): Promise<void> {
  const read = { robots, crawlDelayMs, readAt: new Date() };
  await db
    .insert(webRobots)
    .values({ origin, host, ...read })
    .onConflictDoUpdate({ target: webRobots.origin, set: read });
  await db.execute(sql`
    insert into web_hosts (host, crawl_delay_ms) values (${host}, ${crawlDelayMs}::int)
    on conflict (host) do update set crawl_delay_ms = (select max(crawl_delay_ms) from web_robots where host = excluded.host)`);
}

/** Takes the next free moment to call a host; milliseconds until it has come. */
export async function reserveHost(db: Queryable, host: string, pauseMs: number): Promise<number> {
  const pause = sql`${pauseMs}::int * interval '1 millisecond'`;
  const { rows } = await db.execute<{ wait: number }>(sql`
    insert into web_hosts (host, next_at) values (${host}, now() + ${pause})
    on conflict (host) do update set next_at = greatest(web_hosts.next_at, now()) + ${pause}
    returning greatest(0, extract(epoch from next_at - ${pause} - now()) * 1000)::float8 as wait`);
  return Math.round(Number(rows[0]?.wait ?? 0));
}
