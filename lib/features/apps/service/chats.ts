import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { findSessionApp } from "@/db/queries/apps/sessions";
import { findChatSession, insertChatSession, updateChatSession } from "@/db/queries/conversation/sessions";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { ABOUT_APPS } from "../conversation";
import type { AppChatDto } from "../dto";
import type { NewAppChat } from "../schema";
import type { TalkSettings } from "../settings";
import { type AppInputs, appInputs, wrongInputs } from "../variables";
import { type AppInUse, appInUse } from "./in-use";

/** What a conversation with an app keeps of its own: what was filled into the form, and the version that is tried in it. */
const kept = z.object({
  inputs: appInputs.catch({}).default({}),
  version: z
    .union([z.literal("draft"), z.int()])
    .optional()
    .catch(undefined),
});
export const keptOf = (settings: unknown): z.infer<typeof kept> => kept.parse(settings ?? {});

/** Begins a conversation with an app; of a trial nothing is kept. Throws notFound, appInputs, appTalksNot. */
export async function createAppChat(
  actor: Actor,
  appId: string,
  { inputs = {}, version }: NewAppChat,
): Promise<AppChatDto> {
  const app = await appInUse(actor, appId, version);
  return readAppChat(actor, await makeAppChat(actor, app, inputs));
}

/** As `createAppChat`; its id. A temporary one is nobody's to look up. */
export async function makeAppChat(
  actor: Actor,
  app: AppInUse,
  inputs: AppInputs,
  { isTemporary = app.isTrial } = {},
): Promise<string> {
  assertInputs(app.settings, inputs);
  const { isTrial } = app;
  const session = await insertChatSession(db(), actor.id, "", ABOUT_APPS.code, {
    aboutId: app.id,
    settings: { inputs, ...(isTrial && { version: app.version }) },
    isTemporary,
    isTitleOwn: isTemporary,
  });
  return session.id;
}

/** Throws appInputs, naming the fields. */
export function assertInputs({ variables }: Pick<TalkSettings, "variables">, inputs: AppInputs): void {
  const fields = wrongInputs(variables, inputs);
  if (Object.keys(fields).length > 0) throw new AppError("appInputs", { data: { fields } });
}

/** An own conversation with an app. Throws notFound. */
export async function readAppChat(actor: Actor, id: string): Promise<AppChatDto> {
  requirePermission(actor, P.APPS);
  const chat = await findChatSession(db(), actor.id, id, ABOUT_APPS.code);
  if (!chat?.aboutId) throw new AppError("notFound");
  const { inputs, version } = keptOf(chat.settings);
  const { title, aboutId: appId, createdAt } = chat;
  return { id, title, appId, isTrial: version !== undefined, inputs, createdAt: createdAt.toISOString() };
}

/** A conversation whose first question was refused leaves nothing behind. */
export async function dropAppChat(actor: Actor, id: string): Promise<void> {
  await updateChatSession(db(), actor.id, id, { deletedAt: new Date() }, ABOUT_APPS.code);
}

/** The name of the app of a conversation. */
export async function appNames(actor: Actor, id: string): Promise<string[]> {
  const app = await findSessionApp(db(), actor.id, id, ABOUT_APPS.code);
  return app ? [app.name] : [];
}

/** The app an own conversation is with; null where either is gone or not theirs. */
export function findChatApp(actor: Actor, id: string) {
  requirePermission(actor, P.APPS);
  return findSessionApp(db(), actor.id, id, ABOUT_APPS.code);
}
