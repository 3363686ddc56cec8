import "server-only";
import { v7 } from "uuid";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { db } from "@/db/client";
import { insertApp } from "@/db/queries/apps/apps";
import { findDraft } from "@/db/queries/apps/versions";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { contentDisposition } from "@/lib/files/names";
import { listChatModels } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { keptText } from "@/lib/text/line";
import { listToolsForApp } from "@/lib/tools/registry";
import { APP_DESCRIPTION_MAX, APP_ICONS, APP_NAME_MAX } from "../limits";
import { APP_SETTINGS, BUILT_KINDS, type BuiltKind } from "../settings";
import { assertMayMake, assertRoomForApp, requireApp, target } from "./apps";
import { fromDify } from "./dify";
import { parsed } from "./drafts";
import { usableBases } from "./parts";

/** What the files are, and how they are written: a later form gets a later number. */
const FORMAT = "app/1";
/** Aliases a file may use: a small one can stand for a huge one. */
const ALIASES_MAX = 20;

/** An app as a file. What belongs to an installation, a model, bases and tools, goes by its name. */
const appFile = z.object({
  format: z.literal(FORMAT),
  name: keptText,
  description: keptText.default(""),
  icon: z.enum(APP_ICONS).catch("bot"),
  kind: z.enum(BUILT_KINDS),
  settings: z.record(keptText, z.unknown()),
  model: keptText.nullable().default(null),
  bases: z.array(keptText).default([]),
});
export type AppFile = z.infer<typeof appFile>;

/** What a file names that is not here, or not the person's to use. */
export interface Left {
  what: "model" | "base" | "tool";
  name: string;
}

/** The draft of an app as YAML, for whoever may change it; it holds no secret and no id of this installation. Throws notFound. */
export async function exportApp(actor: Actor, id: string): Promise<{ name: string; content: string }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, "manage");
  const draft = orNotFound(await findDraft(db(), id));
  const { modelId, baseIds, ...settings } = parsed(app, draft.settings);
  const [{ models }, bases] = await Promise.all([
    listChatModels(actor),
    usableBases(actor, Array.isArray(baseIds) ? (baseIds as string[]) : []),
  ]);
  const file = {
    format: FORMAT,
    name: app.name,
    description: app.description,
    icon: app.icon,
    kind: app.kind,
    ...(modelId ? { model: models.find((model) => model.id === modelId)?.name ?? null } : {}),
    ...(bases.length > 0 ? { bases: bases.map(({ name }) => name) } : {}),
    settings,
  };
  return { name: app.name, content: stringify(file) };
}

/** As `exportApp`, as a file that is taken along. */
export async function downloadApp(actor: Actor, id: string): Promise<Response> {
  const { name, content } = await exportApp(actor, id);
  return new Response(content, {
    headers: {
      "content-type": "application/yaml; charset=utf-8",
      "content-disposition": contentDisposition("attachment", `${name}.app.yaml`),
    },
  });
}

/**
 * Makes an own app of a file of ours, or of Dify; what it names and the person may not use is left out and told. Throws
 * appFileUnreadable, appFileKind, appLimit.
 */
export async function importApp(actor: Actor, content: string): Promise<{ id: string; left: Left[] }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const { file, left: unknown } = read(content);
  assertMayMake(actor, file.kind);
  const { settings, left } = await matched(actor, file);
  const id = v7();
  const name = [...file.name.trim()].slice(0, APP_NAME_MAX).join("") || "App";
  await db().transaction(async (tx) => {
    await assertRoomForApp(tx, actor.id);
    const { kind, icon } = file;
    const description = [...file.description].slice(0, APP_DESCRIPTION_MAX).join("");
    await insertApp(tx, { id, ownerId: actor.id, name, description, icon, kind, draft: settings, draftById: actor.id });
    await recordAuditEvent(tx, actor, { action: "app.import", target: target({ id, name }), after: { name, kind } });
  });
  return { id, left: [...unknown, ...left] };
}

function read(content: string): { file: AppFile; left: Left[] } {
  let value: unknown;
  try {
    value = parse(content, { maxAliasCount: ALIASES_MAX });
  } catch {
    throw new AppError("appFileUnreadable");
  }
  const own = appFile.safeParse(value);
  if (own.success) return { file: own.data, left: [] };
  const dify = fromDify(value);
  if (dify) return dify;
  throw new AppError("appFileUnreadable");
}

/** Settings by the schema of the kind, with what of this installation has the names of the file. */
async function matched(
  actor: Actor,
  { kind, settings, model, bases }: AppFile,
): Promise<{ settings: object; left: Left[] }> {
  const left: Left[] = [];
  const wanted: Record<string, unknown> = { ...settings };
  if (kind !== "external") {
    const { models } = await listChatModels(actor);
    const found = models.find(({ name }) => name === model);
    if (model && !found) left.push({ what: "model", name: model });
    wanted.modelId = found?.id ?? null;
    const known = await usableBases(actor);
    wanted.baseIds = bases.flatMap((name) => {
      const base = known.find((one) => one.name === name);
      if (!base) left.push({ what: "base", name });
      return base ? [base.id] : [];
    });
    if (Array.isArray(wanted.tools)) {
      const usable = new Set((await listToolsForApp(actor, actor.id)).map(({ definition }) => definition.name));
      const tools = wanted.tools.filter((name): name is string => typeof name === "string");
      for (const name of tools) if (!usable.has(name)) left.push({ what: "tool", name });
      wanted.tools = tools.filter((name) => usable.has(name));
    }
  }
  const result = APP_SETTINGS[kind as BuiltKind].safeParse(wanted);
  if (!result.success) throw new AppError("appFileUnreadable");
  return { settings: result.data, left };
}
