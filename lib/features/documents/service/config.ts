import "server-only";
import { db } from "@/db/client";
import { findDocumentSettings, saveDocumentSettings } from "@/db/queries/document-chats";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { resolveChatModel, type Viewer } from "@/lib/models/registry";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { DocumentConfigDto } from "../dto";
import { DEFAULT_CONFIG, documentConfig } from "../schema";

/** How a person reads documents (spec 3); what they never set has its default. */
export async function readConfig(actor: Actor): Promise<DocumentConfigDto> {
  requirePermission(actor, P.DOCUMENT);
  return configOf(actor.id);
}

/** As `readConfig`, for background work of a person. A stored value that is no longer valid is its default. */
export async function configOf(userId: string): Promise<DocumentConfigDto> {
  const parsed = documentConfig.safeParse(await findDocumentSettings(db(), userId));
  return parsed.success ? parsed.data : DEFAULT_CONFIG;
}

/** Throws modelNotFound and modelNotForChat. */
export async function changeConfig(actor: Actor, config: DocumentConfigDto): Promise<DocumentConfigDto> {
  requirePermission(actor, P.DOCUMENT);
  if (config.modelId) await resolveChatModel(actor, config.modelId);
  await saveDocumentSettings(db(), actor.id, config);
  return config;
}

/** The model asked for, else the configured one while there is such, else the default. */
export async function readingModel(viewer: Viewer, config: DocumentConfigDto, wanted?: string): Promise<ResolvedModel> {
  if (wanted || !config.modelId) return resolveChatModel(viewer, wanted);
  return resolveChatModel(viewer, config.modelId).catch(() => resolveChatModel(viewer));
}
