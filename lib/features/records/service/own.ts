import "server-only";
import { db } from "@/db/client";
import { listOwnModels, listReads } from "@/db/queries/records/records";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { Choice } from "@/lib/client/choices";
import { conversationHref } from "@/lib/conversation/areas";
import { policyFor, type RecordPolicy } from "@/lib/conversation/records-policy";
import { P } from "@/lib/permissions/codes";
import type { ReadPage, RecordPage } from "../dto";
import type { ModelsQuery, OwnQuery, PageQuery } from "../schema";
import { pageOfRounds } from "./rounds";

const CHOICES = 50;

/** A page of a person's own rounds, of all areas. */
export async function listOwnRecords(actor: Actor, query: OwnQuery): Promise<RecordPage> {
  requirePermission(actor, P.USER);
  return pageOfRounds({ ownerId: actor.id }, query);
}

/** A page of a person's own searches. */
export async function listOwnSearches(actor: Actor, query: PageQuery): Promise<RecordPage> {
  requirePermission(actor, P.USER);
  return pageOfRounds({ ownerId: actor.id }, query, { app: "search" });
}

/** Who read a person's conversations and when (spec B8). */
export async function listOwnReads(actor: Actor, { before, limit }: PageQuery): Promise<ReadPage> {
  requirePermission(actor, P.USER);
  const rows = await listReads(db(), actor.id, { before, limit: limit + 1 });
  const items = rows.slice(0, limit).map((row) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    reader: { name: row.readerName ?? "", account: row.readerAccount ?? "" },
    title: row.title,
    call: row.callId && row.calledAt ? { app: row.callApp ?? "", at: row.calledAt.toISOString() } : null,
    hasConversation: row.sessionId !== null,
    href: row.isThere && row.sessionId ? conversationHref(row.kind ?? "", row.sessionId) : null,
  }));
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** What holds for a person's own conversations. */
export async function readOwnPolicy(actor: Actor): Promise<RecordPolicy> {
  requirePermission(actor, P.USER);
  return policyFor(db(), actor.departmentPath);
}

/** Models that answered the person, for the filter. */
export async function listOwnChoices(actor: Actor, { keyword, id }: ModelsQuery): Promise<{ items: Choice[] }> {
  requirePermission(actor, P.USER);
  const rows = await listOwnModels(db(), { ownerId: actor.id, keyword, id }, CHOICES);
  // A model that was renamed answered under several names: its last one stands for it.
  const byId = new Map(rows.map((row) => [row.id, { id: row.id, name: row.name ?? "" }]));
  return { items: [...byId.values()] };
}
