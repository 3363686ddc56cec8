import "server-only";
import { v7 } from "uuid";
import { parse, stringify } from "yaml";
import { z } from "zod";
import { db } from "@/db/client";
import { type AppRow, insertApp, listAppsByName, listReachableApps } from "@/db/queries/apps/apps";
import { findDraft } from "@/db/queries/apps/versions";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { AppKind } from "@/lib/config/app-kinds";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { contentDisposition } from "@/lib/files/names";
import { listChatModels, listUsableModels } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { keptText } from "@/lib/text/line";
import { listToolsForApp } from "@/lib/tools/registry";
import { APP_APPS_MAX, APP_DESCRIPTION_MAX, APP_ICONS, APP_NAME_MAX } from "../limits";
import { APP_SETTINGS, BUILT_KINDS, type BuiltKind } from "../settings";
import { readGraph } from "../workflow/check";
import { type NamedKind, type Naming, namedIn, withNames } from "../workflow/named";
import { secretsIn } from "../workflow/secrets";
import { assertMayMake, assertRoomForApp, requireApp, target } from "./apps";
import { fromDify } from "./dify/file";
import type { NodeReport } from "./dify/graph";
import { parsed } from "./drafts";
import { usableBases } from "./parts";
import { appReader } from "./subjects";

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
  apps: z.array(keptText).default([]),
});
export type AppFile = z.infer<typeof appFile>;

/** What became of a file; `nodes`: of a foreign workflow, node by node. */
export interface Imported {
  id: string | null;
  name: string;
  kind: AppKind;
  left: Left[];
  nodes: NodeReport[];
}

/** What a file names that is not here, or not the person's to use. */
export interface Left {
  what: Exclude<NamedKind, "reranker"> | "secret" | "setting";
  name: string;
}

/** The draft of an app as YAML, for whoever may change it; it holds no secret and no id of this installation. Throws notFound. */
export async function exportApp(actor: Actor, id: string): Promise<{ name: string; content: string }> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, "manage");
  const draft = orNotFound(await findDraft(db(), id));
  if (app.kind === "workflow")
    return { name: app.name, content: stringify(await flowFile(actor, app, draft.settings)) };
  const { modelId, baseIds, appIds, ...set } = parsed(app, draft.settings);
  const settings = withoutHelpers(set);
  const idsIn = (list: unknown) => (Array.isArray(list) ? (list as string[]) : []);
  const [{ models }, bases, apps] = await Promise.all([
    listChatModels(actor),
    usableBases(actor, idsIn(baseIds)),
    listReachableApps(db(), appReader(actor), idsIn(appIds), "see"),
  ]);
  const file = {
    format: FORMAT,
    name: app.name,
    description: app.description,
    icon: app.icon,
    kind: app.kind,
    ...(modelId ? { model: models.find((model) => model.id === modelId)?.name ?? null } : {}),
    ...(bases.length > 0 ? { bases: bases.map(({ name }) => name) } : {}),
    ...(apps.length > 0 ? { apps: apps.map(({ name }) => name) } : {}),
    settings,
  };
  return { name: app.name, content: stringify(file) };
}

/** Models that help a search belong to this installation, and are chosen anew in another one. */
function withoutHelpers({ retrieval, ...settings }: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries((retrieval ?? {}) as object).filter(([name]) => !name.endsWith("ModelId"));
  return kept.length > 0 ? { ...settings, retrieval: Object.fromEntries(kept) } : settings;
}

/** A workflow as a file: each thing its nodes name stands there by its name, and people are left out. */
async function flowFile(actor: Actor, { name, description, icon, kind }: AppRow, settings: unknown) {
  const named = namedIn(settings);
  const of = (what: NamedKind) => [...new Set(named.flatMap((one) => (one.what === what ? one.id : [])))];
  const [{ models }, rerankers, bases, apps] = await Promise.all([
    listChatModels(actor),
    listRerankers(actor, named),
    usableBases(actor, of("base")),
    listReachableApps(db(), appReader(actor), of("app"), "see"),
  ]);
  const idsIn = { model: models, reranker: rerankers, base: bases, app: apps };
  const nameIn = (list: readonly { id: string; name: string }[], id: string) =>
    list.find((one) => one.id === id)?.name ?? null;
  const say = ({ what, id }: Naming) => {
    if (what === "tool") return id;
    if (what === "person") return null;
    return nameIn(idsIn[what], id);
  };
  return { format: FORMAT, name, description, icon, kind, settings: withNames(settings, say) };
}

/** Rerankers a person may use, where a graph names any. */
async function listRerankers(actor: Actor, named: readonly Naming[]) {
  if (!named.some(({ what }) => what === "reranker")) return [];
  return (await listUsableModels(actor)).filter(({ type }) => type === "rerank");
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
 * Makes an own app of a file of ours, or of Dify; what it names and the person may not use is left out and told. With `check`
 * it only tells. Throws appFileUnreadable, appFileKind, appLimit.
 */
export async function importApp(
  actor: Actor,
  { content, check = false }: { content: string; check?: boolean },
): Promise<Imported> {
  requirePermission(actor, P.APPS_WORKBENCH);
  const { file, left: unknown, nodes } = read(content);
  assertMayMake(actor, file.kind);
  const { settings, left } = await matched(actor, file);
  const report = { name: file.name, kind: file.kind, left: [...unknown, ...left], nodes };
  if (check) return { id: null, ...report };
  const id = v7();
  const name = [...file.name.trim()].slice(0, APP_NAME_MAX).join("") || "App";
  await db().transaction(async (tx) => {
    await assertRoomForApp(tx, actor.id);
    const { kind, icon } = file;
    const description = [...file.description].slice(0, APP_DESCRIPTION_MAX).join("");
    await insertApp(tx, { id, ownerId: actor.id, name, description, icon, kind, draft: settings, draftById: actor.id });
    await recordAuditEvent(tx, actor, { action: "app.import", target: target({ id, name }), after: { name, kind } });
  });
  return { id, ...report };
}

function read(content: string): { file: AppFile; left: Left[]; nodes: NodeReport[] } {
  let value: unknown;
  try {
    value = parse(content, { maxAliasCount: ALIASES_MAX });
  } catch {
    throw new AppError("appFileUnreadable");
  }
  const own = appFile.safeParse(value);
  if (own.success) return { file: own.data, left: [], nodes: [] };
  const dify = fromDify(value);
  if (dify) return dify;
  throw new AppError("appFileUnreadable");
}

/** Settings by the schema of the kind, with what of this installation has the names of the file. */
async function matched(
  actor: Actor,
  { kind, settings, model, bases, apps }: AppFile,
): Promise<{ settings: object; left: Left[] }> {
  if (kind === "workflow") return matchedFlow(actor, settings);
  const left: Left[] = [];
  const wanted = withoutHelpers(settings);
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
    if (apps.length > 0 && kind !== "assistant") {
      const there = await listAppsByName(db(), appReader(actor), apps);
      for (const name of apps) if (!there.some((one) => one.name === name)) left.push({ what: "app", name });
      const found = apps.flatMap((name) => there.find((one) => one.name === name)?.id ?? []);
      wanted.appIds = [...new Set(found)].slice(0, APP_APPS_MAX);
    }
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

/** A graph with what of this installation has the names of the file. Throws appFileUnreadable for what cannot be kept. */
async function matchedFlow(actor: Actor, settings: unknown): Promise<{ settings: object; left: Left[] }> {
  const left = new Map<string, Left>();
  const named = namedIn(settings);
  const [{ models }, rerankers, bases, tools, apps] = await Promise.all([
    listChatModels(actor),
    listRerankers(actor, named),
    named.some(({ what }) => what === "base") ? usableBases(actor) : [],
    listToolsForApp(actor, actor.id),
    listAppsByName(db(), appReader(actor), [...new Set(named.flatMap((one) => (one.what === "app" ? one.id : [])))]),
  ]);
  const idOf = { model: models, reranker: rerankers, base: bases, app: apps };
  const found = ({ what, id: name }: Naming): string | null => {
    if (what === "person") return null;
    if (what === "tool") return tools.find(({ definition }) => definition.name === name)?.definition.name ?? null;
    return idOf[what].find((one) => one.name === name)?.id ?? null;
  };
  const matched = withNames(settings, (one) => {
    const id = found(one);
    // To whoever brings a file in, a reranker is a model.
    const what = one.what === "reranker" ? "model" : one.what;
    if (id === null) left.set(`${what} ${one.id}`, { what, name: one.id });
    return id;
  });
  const read = readGraph(matched);
  if ("problems" in read) throw new AppError("appFileUnreadable");
  // Their values stay behind, and are entered again.
  for (const { name } of secretsIn(read.graph)) left.set(`secret ${name}`, { what: "secret", name });
  return { settings: read.graph, left: [...left.values()] };
}
