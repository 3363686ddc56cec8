import "server-only";
import type { Transaction } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import { AppError, IN_THE_WAY_MAX } from "@/lib/errors/errors";
import { THING_USERS } from "./list";
import type { UsedThing } from "./owned";

/**
 * Whoever takes things away hears first what breaks (spec K5). Throws stillUsed with what uses them, unless that was told
 * before; `confirmed` comes from the person's answer.
 */
export async function assertUnused(
  tx: Transaction,
  actor: Actor,
  { of, ids, confirmed }: { of: UsedThing; ids: readonly string[]; confirmed: boolean },
): Promise<void> {
  if (confirmed || ids.length === 0) return;
  const found = [];
  for (const { read } of THING_USERS) found.push(await read(tx, actor, of, ids));
  const count = found.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return;
  const inTheWay = found.flatMap(({ names }) => names).slice(0, IN_THE_WAY_MAX);
  throw new AppError("stillUsed", { args: { count }, data: { inTheWay, count } });
}
