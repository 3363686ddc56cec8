import "server-only";
import { db, type Queryable } from "@/db/client";
import { listHealthEvents } from "@/db/queries/gateway/health";
import { listModelSubjects, searchRoles } from "@/db/queries/models/access";
import { findModel, listCallableChannels, listChannelsOf, listPricesOn } from "@/db/queries/models/models";
import { searchDepartments } from "@/db/queries/reports/names";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { fieldsOf, revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { knownOptions } from "@/lib/models/image-options";
import { P } from "@/lib/permissions/codes";
import type { ChannelDto, EditedModel, ModelDetailDto, ModelUse, SubjectDto } from "../dto";
import type { SubjectSearch } from "../schema";
import { usedSince, whereUsed } from "./where-used";

/** What people edit of a model; null when there is none. */
export async function editedModel(queryable: Queryable, id: string): Promise<EditedModel | null> {
  const model = await findModel(queryable, id);
  if (!model) return null;
  const { roles, departments } = await listModelSubjects(queryable, id);
  const [first] = await listChannelsOf(queryable, id);
  return {
    ...fieldsOf(model, ["name", "type", "description", "contextWindow", "maxOutputTokens", "abilities", "visibility"]),
    imageOptions: model.imageOptions,
    upstreamModel: first?.upstreamModel ?? "",
    roleIds: roles.map((role) => role.id),
    departmentIds: departments.map((department) => department.id),
  };
}

const SUBJECTS_MAX = 50;
const EVENTS_MAX = 10;

/** What the drawer of one model shows besides its row: whom it is shown to, its channels with their prices, its health. */
export async function modelDetail(actor: Actor, id: string): Promise<ModelDetailDto> {
  requirePermission(actor, P.CONFIG_MODELS);
  const model = await findModel(db(), id);
  const edited = await editedModel(db(), id);
  if (!model || !edited) throw new AppError("notFound");
  const [subjects, ways, channels, events] = await Promise.all([
    listModelSubjects(db(), id),
    listCallableChannels(db(), id),
    waysOf(id),
    listHealthEvents(db(), id, EVENTS_MAX),
  ]);
  return {
    id,
    edited,
    revision: revisionOf(edited),
    visibility: model.visibility,
    roles: subjects.roles,
    departments: subjects.departments.map((row) => ({ ...row, nameEn: null })),
    channels,
    probes: model.probes,
    knownImageOptions: knownOptions(ways),
    events: events.map(({ id: eventId, event, reason, createdAt }) => ({
      id: eventId,
      event,
      reason,
      at: createdAt.toISOString(),
    })),
  };
}

async function waysOf(modelId: string): Promise<ChannelDto[]> {
  const { timeZone } = await loadConfig("customConfig");
  const [rows, prices] = await Promise.all([listCallableChannels(db(), modelId), listPricesOn(db(), dayIn(timeZone))]);
  return rows.map((row) => {
    const price = prices.findLast(({ channelId }) => channelId === row.channelId);
    return {
      id: row.channelId,
      supplier: row.supplierName,
      upstreamModel: row.upstreamModel,
      priority: row.priority,
      weight: row.weight,
      residency: row.residency,
      isOn: row.channelStatus === "enabled" && row.supplierStatus === "enabled",
      price: price
        ? {
            currency: price.currency,
            validFrom: price.validFrom,
            validUntil: price.validUntil,
            inputPerMillion: price.inputPerMillion,
            outputPerMillion: price.outputPerMillion,
            cachedPerMillion: price.cachedPerMillion,
            perImage: price.perImage,
            perMinute: price.perMinute,
            perMillionCharacters: price.perMillionCharacters,
          }
        : null,
    };
  });
}

/** Roles or departments to choose from, ids and names only: the consoles of both have permissions of their own. */
export async function searchSubjects(
  actor: Actor,
  { kind, keyword = "" }: SubjectSearch,
): Promise<{ items: SubjectDto[] }> {
  requirePermission(actor, P.CONFIG_MODELS);
  if (kind === "role") return { items: await searchRoles(db(), keyword, SUBJECTS_MAX) };
  const rows = await searchDepartments(db(), keyword, SUBJECTS_MAX);
  return { items: rows.map((row) => ({ ...row, nameEn: null })) };
}

/** What would miss a model that is switched off or deleted (spec N11). */
export async function modelUses(actor: Actor, id: string): Promise<{ items: ModelUse[] }> {
  requirePermission(actor, P.CONFIG_MODELS);
  if (!(await findModel(db(), id))) throw new AppError("notFound");
  return { items: await whereUsed(db(), id, await usedSince()) };
}
