import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  findChatSession,
  findFirstChatSession,
  lockChatSessions,
  updateChatSession,
} from "@/db/queries/conversation/sessions";
import { findPreferences, saveChatPreferences } from "@/db/queries/personal/preferences";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { toDto } from "@/lib/conversation/history";
import { messagesIn } from "@/lib/conversation/messages";
import type { ChatRole, ChatSettings, SessionSettings, SettingsDto, SettingsPatch } from "@/lib/conversation/settings";
import { NO_FILES } from "@/lib/conversation/talk/files";
import { buildPrompt } from "@/lib/conversation/talk/prompt";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { resolveChatModel } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import type { MessageFilter } from "@/lib/stream/messages";
import type { ContextData } from "@/lib/stream/parts";
import { findTurnContext } from "@/lib/stream/turn-store";
import { PERSONAL } from "../conversation";
import { effectiveSettings } from "./effective-settings";
import { keptModel } from "./models";
import { chosenTools } from "./tools";

/** Settings of an own chat beside the person's own. Throws notFound. */
export async function readSettings(actor: Actor, sessionId: string): Promise<SettingsDto> {
  requirePermission(actor, P.CHAT);
  const [session, preferences] = await Promise.all([
    findChatSession(db(), actor.id, sessionId, PERSONAL.code),
    findPreferences(db(), actor.id),
  ]);
  if (!session) throw new AppError("notFound");
  return settingsOf(session, preferences);
}

function settingsOf(session: { settings: unknown }, preferences: { chat: unknown }): SettingsDto {
  const { role, ...chat } = session.settings as SessionSettings;
  return { chat, person: preferences.chat as ChatSettings, role: role ?? null };
}

/**
 * An own chat as its page shows it, with the guides its person has left: the one of an id, or the first of the list. Null
 * when it is not there or not theirs.
 */
export async function openChat(actor: Actor, id: string | undefined, filter: MessageFilter) {
  requirePermission(actor, P.CHAT);
  const [row, preferences] = await Promise.all([
    id === undefined
      ? findFirstChatSession(db(), actor.id, PERSONAL.code)
      : findChatSession(db(), actor.id, id, PERSONAL.code),
    findPreferences(db(), actor.id),
  ]);
  if (!row) return null;
  const messages = await messagesIn(actor, row, filter);
  return { session: toDto(row), messages, settings: settingsOf(row, preferences), guidesLeft: preferences.guidesLeft };
}

/** Changes settings of one chat. Throws notFound, modelNotFound. */
export async function changeChatSettings(actor: Actor, sessionId: string, patch: SettingsPatch): Promise<SettingsDto> {
  await assertModel(actor, patch);
  await changeSession(actor, sessionId, (settings) => patched(settings, patch));
  return readSettings(actor, sessionId);
}

/** Changes what every chat without settings of its own begins with. Throws modelNotFound. */
export async function changePersonSettings(actor: Actor, patch: SettingsPatch): Promise<ChatSettings> {
  await assertModel(actor, patch);
  return db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    const settings = patched((await findPreferences(tx, actor.id)).chat as ChatSettings, patch);
    await saveChatPreferences(tx, actor.id, settings);
    return settings;
  });
}

/** Switches a role on in a chat, or off; the caller has looked its text up with the person's rights. Throws notFound. */
export async function setRole(actor: Actor, sessionId: string, role: ChatRole | null): Promise<SettingsDto> {
  await changeSession(actor, sessionId, ({ role: _former, ...rest }) => (role ? { ...rest, role } : rest));
  return readSettings(actor, sessionId);
}

/** What a question asked now would take along, before its own words. Throws notFound. */
export async function readContext(actor: Actor, sessionId: string, modelId?: string): Promise<ContextData> {
  requirePermission(actor, P.CHAT);
  const context = orNotFound(await findTurnContext({ userId: actor.id, sessionId, kind: PERSONAL.code }));
  const settings = effectiveSettings(context);
  const model = await keptModel(actor, modelId, settings);
  const tools = await chosenTools(actor, model, settings.tools);
  const definitions = tools.map(({ definition }) => definition);
  const asked = { text: "", files: NO_FILES, tools: definitions };
  return buildPrompt({ context, model, settings, ...asked }).context;
}

async function assertModel(actor: Actor, { modelId }: SettingsPatch): Promise<void> {
  requirePermission(actor, P.CHAT);
  if (modelId) await resolveChatModel(actor, modelId);
}

async function changeSession(
  actor: Actor,
  sessionId: string,
  change: (settings: SessionSettings) => SessionSettings,
): Promise<void> {
  requirePermission(actor, P.CHAT);
  await db().transaction(async (tx: Transaction) => {
    await lockChatSessions(tx, actor.id);
    const session = orNotFound(await findChatSession(tx, actor.id, sessionId, PERSONAL.code));
    await updateChatSession(tx, actor.id, sessionId, { settings: change(session.settings as SessionSettings) });
  });
}

function patched<S extends ChatSettings>(settings: S, patch: SettingsPatch): S {
  const next: Record<string, unknown> = { ...settings };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === "") delete next[name];
    else if (value !== undefined) next[name] = value;
  }
  return next as S;
}
