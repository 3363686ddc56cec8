import "server-only";
import { db, type Queryable } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { CenterOffer } from "@/lib/config/knowledge-kinds";
import { CHAT_TYPES, type ModelType } from "@/lib/config/model-kinds";
import { invalidateConfig, loadConfig, readConfig } from "@/lib/config/system-config";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { listUsableModels } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import {
  CENTER_PART_NAMES,
  CENTER_PARTS,
  type CenterChange,
  type CenterDto,
  type CenterOfferDto,
  type CenterPart,
  type CenterValues,
} from "../center-schema";
import { changeCenterRetrieval } from "./retrieval/center";

/** A part as its screen edits it; a stored value that is no longer valid is the product's own. */
async function readPart<Part extends CenterPart>(at: Queryable, part: Part): Promise<CenterValues[Part]> {
  const schema = CENTER_PARTS[part];
  const stored = (await readConfig(at, part)) as Record<string, unknown>;
  const fields = Object.keys(schema.shape).map((name) => [name, stored[name]]);
  const parsed = schema.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data as CenterValues[Part];
  const own = part === "knowledgeNewBases" ? { ...stored, segmentation: null } : {};
  return schema.parse(own) as CenterValues[Part];
}

/** All the center is set to, with what can be chosen. */
export async function readCenter(actor: Actor): Promise<CenterDto> {
  requirePermission(actor, P.KB_CENTER);
  const parts = await Promise.all(CENTER_PART_NAMES.map(async (part) => [part, await readPart(db(), part)] as const));
  const usable = await listUsableModels(actor);
  const of = (types: readonly ModelType[]) =>
    usable.filter(({ type }) => types.includes(type)).map(({ id, name }) => ({ id, name }));
  return {
    values: Object.fromEntries(parts) as CenterValues,
    revisions: Object.fromEntries(parts.map(([part, values]) => [part, revisionOf(values)])) as CenterDto["revisions"],
    models: { vector: of(["vector"]), rerank: of(["rerank"]), chat: of(CHAT_TYPES) },
  };
}

/** One part becomes this. Throws staleRecord, and invalidInput naming a model that is not theirs to choose. */
export async function changeCenter(actor: Actor, change: CenterChange): Promise<CenterDto> {
  requirePermission(actor, P.KB_CENTER);
  if (change.part === "knowledgeRetrieval") {
    await changeCenterRetrieval(actor, { settings: change.values, revision: change.revision });
  } else await changePart(actor, change);
  return readCenter(actor);
}

async function changePart(
  actor: Actor,
  { part, values, revision }: Exclude<CenterChange, { part: "knowledgeRetrieval" }>,
): Promise<void> {
  const wrong = await unusableModels(actor, values);
  await db().transaction(async (tx) => {
    await assertCurrent(tx, actor, {
      type: "knowledgeCenter",
      id: part,
      given: revision,
      read: () => readPart(tx, part),
    });
    const before = (await readPart(tx, part)) as Record<string, unknown>;
    // One that somebody else chose before may stay.
    const fields = wrong.filter((name) => (values as Record<string, unknown>)[name] !== before[name]);
    if (fields.length > 0) {
      throw new AppError("invalidInput", {
        data: { fields: Object.fromEntries(fields.map((name) => [name, "invalid"])) },
      });
    }
    const stored = (await readConfig(tx, part)) as object;
    await upsertConfig(tx, part, { ...stored, ...values });
    await recordAuditEvent(tx, actor, {
      action: "knowledge.center.change",
      target: { type: "knowledgeCenter", id: part, name: part },
      before,
      after: values,
    });
  });
  invalidateConfig(part);
}

/** Fields that name a model the person may not use. */
async function unusableModels(actor: Actor, values: object): Promise<string[]> {
  const named = Object.entries(values).filter(
    ([name, value]) => name.endsWith("ModelId") || (name === "modelId" && value),
  );
  if (named.every(([, value]) => value === null)) return [];
  const usable = new Set((await listUsableModels(actor)).map(({ id }) => id));
  return named.flatMap(([name, value]) => (value !== null && !usable.has(value as string) ? [name] : []));
}

/** What everybody who uses bases is told of the center. */
export async function readOffer(actor: Actor, locale: Locale): Promise<CenterOfferDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const [{ welcomeZh, welcomeEn, offers }, newBases, limits] = await Promise.all([
    loadConfig("knowledgeCenter"),
    readNewBases(),
    loadConfig("knowledgeLimits"),
  ]);
  return { welcome: locale === "zh_CN" ? welcomeZh : welcomeEn, offers, newBases, limits };
}

/** What a new base begins with where nothing else is said. */
export const readNewBases = () => readPart(db(), "knowledgeNewBases");

/** Throws notOffered for a part of the center that an administrator switched off. */
export async function assertOffered(offer: CenterOffer): Promise<void> {
  if (!(await loadConfig("knowledgeCenter")).offers.includes(offer)) throw new AppError("notOffered");
}
