import "server-only";
import { notFound } from "next/navigation";
import { z } from "zod";
import { db } from "@/db/client";
import { listReadableVersions } from "@/db/queries/citations/citations";
import type { Actor } from "@/lib/auth/actor";
import { readerOf } from "@/lib/auth/subjects";
import { AppError } from "@/lib/errors/errors";
import type { BaseDto } from "./dto";
import { readBase } from "./service/bases";
import { citedIn } from "./service/chat/after";
import { readChat } from "./service/chat/chats";

/**
 * The base that `?id=` of a page names, null where it names none: the page then offers a choice (spec 10). A base that is
 * missing or not theirs answers 404, also where the screen is for managing and they may only use it.
 */
export async function pageBase(
  actor: Actor,
  id: string | string[] | undefined,
  right: "view" | "manage" = "view",
): Promise<BaseDto | null> {
  if (id === undefined || id === "") return null;
  if (!z.uuid().safeParse(id).success) notFound();
  const base = await orNotFound(readBase(actor, id as string));
  if (right === "manage" && !base.mayManage) notFound();
  return base;
}

/** Answers 404 for a `?session=` that names no conversation of the person's own with bases. */
export async function pageChat(actor: Actor, session: string | string[] | undefined): Promise<void> {
  if (session === undefined || session === "") return;
  if (!z.uuid().safeParse(session).success) notFound();
  await orNotFound(readChat(actor, session as string));
}

const previewAddress = z.object({
  version: z.uuid().optional(),
  message: z.uuid().optional(),
  mark: z.coerce.number().int().min(1).optional(),
});

/** What a document preview shows; null where the address names nothing, `missing` where that is not theirs to read. */
export async function pagePreview(actor: Actor, params: Record<string, string | string[] | undefined>) {
  const parsed = previewAddress.safeParse(params);
  if (!parsed.success) return "missing";
  const { version, message, mark } = parsed.data;
  if (!version && !message) return null;
  const cited = message ? await orNotFound(citedIn(actor, message)) : { session: null, citations: [] };
  const active = cited.citations.find(({ id, versionId }) => (mark ? id === mark : versionId === version));
  const versionId = version ?? active?.versionId ?? cited.citations[0]?.versionId;
  if (!versionId) return "missing";
  if ((await listReadableVersions(db(), readerOf(actor), [versionId])).length === 0) return "missing";
  return { ...cited, versionId, activeId: active?.id ?? null };
}

function orNotFound<T>(found: Promise<T>): Promise<T> {
  return found.catch((error: unknown) => {
    if (error instanceof AppError && error.key === "notFound") return notFound();
    throw error;
  });
}
