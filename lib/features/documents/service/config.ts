import "server-only";
import { db, type Queryable } from "@/db/client";
import { findDocumentSettings, saveDocumentSettings } from "@/db/queries/documents/chats";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertCurrent } from "@/lib/editing/current";
import { withRevision } from "@/lib/editing/revision";
import { resolveChatModel, resolveSetChatModel, type Viewer } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import type { DocumentConfigDto, OpenedConfigDto } from "../dto";
import { type ConfigPatch, DEFAULT_CONFIG, documentConfig } from "../schema";

/** How a person reads documents (spec 3); what they never set has its default. */
export async function readConfig(actor: Actor): Promise<OpenedConfigDto> {
  requirePermission(actor, P.DOCUMENT);
  return withRevision(await configOf(actor.id), edited);
}

/** All of it is edited. */
const edited = (config: DocumentConfigDto) => config;

/** As `readConfig`, for background work of a person. A stored value that is no longer valid is its default. */
export async function configOf(userId: string, queryable: Queryable = db()): Promise<DocumentConfigDto> {
  const stored = await findDocumentSettings(queryable, userId);
  // What was added since has its default.
  const parsed = documentConfig.safeParse({ ...DEFAULT_CONFIG, ...(stored ?? {}) });
  return parsed.success ? parsed.data : DEFAULT_CONFIG;
}

/** Throws modelNotFound, modelNotForChat, staleRecord. */
export async function changeConfig(actor: Actor, { revision, ...config }: ConfigPatch): Promise<OpenedConfigDto> {
  requirePermission(actor, P.DOCUMENT);
  if (config.modelId) await resolveChatModel(actor, config.modelId);
  await db().transaction(async (tx) => {
    const read = () => configOf(actor.id, tx);
    await assertCurrent(tx, actor, { type: "document-config", id: actor.id, given: revision, read });
    await saveDocumentSettings(tx, actor.id, config);
  });
  return withRevision(config, edited);
}

/** The model asked for, else the configured one while there is such, else the default. */
export const readingModel = (viewer: Viewer, { modelId }: Pick<DocumentConfigDto, "modelId">, wanted?: string) =>
  resolveSetChatModel(viewer, modelId, wanted);
