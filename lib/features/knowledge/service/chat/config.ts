import "server-only";
import { db, type Queryable } from "@/db/client";
import { findChatSettings, saveChatSettings } from "@/db/queries/knowledge/chats";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { type Config, loadConfig, readConfig as readSystemConfig } from "@/lib/config/system-config";
import { assertCurrent } from "@/lib/editing/current";
import { withRevision } from "@/lib/editing/revision";
import { resolveChatModel } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import type { KnowledgeChatConfigDto, OpenedChatConfigDto } from "../../chat-dto";
import { type KnowledgeChatConfigPatch, knowledgeChatConfig } from "../../chat-schema";

/** The center's settings with what a person set of them. */
export type ChatConfig = Config<"knowledgeChat">;

/** How a person asks bases; what they never set is the center's. */
export async function readConfig(actor: Actor): Promise<OpenedChatConfigDto> {
  requirePermission(actor, P.KB_CHAT);
  return withRevision(ownPart(await configOf(actor.id)), edited);
}

/** All of it is edited. */
const edited = (config: KnowledgeChatConfigDto) => config;

/** As `readConfig`, whole, for the work of an answer. A stored value that is no longer valid is the center's. */
export async function configOf(userId: string, at?: Queryable): Promise<ChatConfig> {
  // Inside a transaction nothing may be asked beside it.
  const center = await (at ? readSystemConfig(at, "knowledgeChat") : loadConfig("knowledgeChat"));
  const stored = await findChatSettings(at ?? db(), userId);
  const parsed = knowledgeChatConfig.safeParse({ ...ownPart(center), ...(stored ?? {}) });
  if (!parsed.success) return center;
  const { modelId, recommend, ...own } = parsed.data;
  return {
    ...center,
    ...own,
    modelId: modelId ?? center.modelId,
    recommend: { ...center.recommend, enabled: recommend },
  };
}

function ownPart({
  modelId,
  memoryCount,
  temperature,
  topK,
  questionTemplate,
  rewrite,
  strategy,
  recommend,
}: ChatConfig): KnowledgeChatConfigDto {
  return { modelId, memoryCount, temperature, topK, questionTemplate, rewrite, strategy, recommend: recommend.enabled };
}

/** Throws modelNotFound, modelNotForChat, staleRecord. */
export async function changeConfig(
  actor: Actor,
  { revision, ...config }: KnowledgeChatConfigPatch,
): Promise<OpenedChatConfigDto> {
  requirePermission(actor, P.KB_CHAT);
  if (config.modelId) await resolveChatModel(actor, config.modelId);
  await db().transaction(async (tx) => {
    const read = async () => ownPart(await configOf(actor.id, tx));
    await assertCurrent(tx, actor, { type: "knowledge-chat-config", id: actor.id, given: revision, read });
    await saveChatSettings(tx, actor.id, config);
  });
  return withRevision(config, edited);
}
