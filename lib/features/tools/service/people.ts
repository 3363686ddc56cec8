import "server-only";
import { db } from "@/db/client";
import { blockServerOfPerson, listServersOfPeople } from "@/db/queries/tools/own";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { PeopleServerDto } from "../own-dto";
import type { PeopleToolsPatch, PeopleToolsQuery } from "../own-schema";

/** That people's own tools exist, whose they are and where they go; nothing of what they do, and no secret. */
export async function listPeopleTools(
  actor: Actor,
  query: PeopleToolsQuery,
): Promise<{ items: PeopleServerDto[]; total: number }> {
  requirePermission(actor, P.CONFIG_TOOLS);
  const { rows, total } = await listServersOfPeople(db(), query);
  // Some services take their key in the address (SECURITY rule 28).
  const items = rows.map(({ url, createdAt, ...row }) => {
    return { ...row, url: (url ?? "").split("?")[0] ?? "", createdAt: createdAt.toISOString() };
  });
  return { items, total };
}

/** Stops somebody's own tools at once, or lets them go on. Throws notFound, also for those of the organisation. */
export async function blockPeopleTools(actor: Actor, id: string, { blocked }: PeopleToolsPatch): Promise<void> {
  requirePermission(actor, P.CONFIG_TOOLS);
  await db().transaction(async (tx) => {
    const changed = await blockServerOfPerson(tx, id, blocked);
    if (!changed) throw new AppError("notFound");
    await recordAuditEvent(tx, actor, {
      action: "tool.own.block",
      target: { type: "mcp_server", id, name: changed.name },
      after: { blocked },
    });
  });
}
