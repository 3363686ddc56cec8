import "server-only";
import { db } from "@/db/client";
import { listModelsNamed, listSupplierPlaces } from "@/db/queries/models/imports";
import { insertModel } from "@/db/queries/models/models";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { readTable } from "@/lib/files/table-import";
import { guessModelType } from "@/lib/models/guess-type";
import { knownModel } from "@/lib/models/known-models";
import { invalidateModels } from "@/lib/models/registry";
import { chooseFirstModel } from "@/lib/models/suppliers/first-model";
import { findTemplate } from "@/lib/models/templates";
import { assertAllowedUrl } from "@/lib/net/egress";
import { P } from "@/lib/permissions/codes";
import type { ImportDto, ImportRowDto } from "../import/dto";
import { channelsIn, type ForeignChannel, jsonRows, tableRows } from "../import/read";
import type { ImportLook, ImportOrder } from "../import/schema";
import { addChannel } from "./channels";
import { changeSupplier, createSupplier } from "./suppliers";

/** What would become of the channels somebody pasted; nothing is kept. Throws noPermission, gatewayImportUnreadable. */
export async function previewImport(actor: Actor, { text }: ImportLook): Promise<ImportDto> {
  requireImport(actor);
  return { items: await planned(await channelsOf(text)) };
}

/**
 * Makes suppliers, keys, models and further channels of models that are there, one channel after the other: one that fails
 * says why and stops no other. Throws gatewayImportUnreadable.
 */
export async function importChannels(actor: Actor, { text, rows }: ImportOrder): Promise<ImportDto> {
  requireImport(actor);
  const channels = await channelsOf(text);
  const wanted = new Set(rows);
  const plan = (await planned(channels)).filter(({ row, state }) => wanted.has(row) && state === "new");
  // There the highest number is tried first, here whoever came first.
  plan.sort((a, b) => channels[b.row]!.priority - channels[a.row]!.priority || a.row - b.row);
  const items: ImportRowDto[] = [];
  /** The priority there of the channels a model got just now. */
  const levels = new Map<string, number>();
  for (const row of plan) {
    try {
      items.push({ ...row, ...(await take(actor, channels[row.row]!, levels)), state: "made" });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      items.push({ ...row, state: "failed", failure: error.key });
    }
  }
  return { items: items.sort((a, b) => a.row - b.row) };
}

/** It makes suppliers and channels, which is the gateway's, and models, which is not. */
function requireImport(actor: Actor): void {
  requirePermission(actor, P.GATEWAY);
  requirePermission(actor, P.CONFIG_MODELS);
}

async function channelsOf(text: string): Promise<ForeignChannel[]> {
  const rows = jsonRows(text) ?? tableRows(await readTable(Buffer.from(text)).catch(unreadable));
  const channels = channelsIn(rows);
  if (channels.length === 0) throw new AppError("gatewayImportUnreadable");
  return channels;
}

function unreadable(error: unknown): never {
  throw error instanceof AppError && error.key !== "systemBusy" ? new AppError("gatewayImportUnreadable") : error;
}

const addressOf = ({ template, baseUrl }: Pick<ForeignChannel, "template" | "baseUrl">) =>
  baseUrl ?? (template ? (findTemplate(template)?.baseUrl ?? null) : null);

async function planned(channels: readonly ForeignChannel[]): Promise<ImportRowDto[]> {
  const names = channels.flatMap(({ models }) => models.map(({ name }) => name));
  const [places, there] = await Promise.all([listSupplierPlaces(db()), listModelsNamed(db(), [...new Set(names), ""])]);
  const known = new Set(places.map(({ name, baseUrl }) => `${name}\n${baseUrl}`));
  const seen = new Set(there.map(({ name }) => name));
  return channels.map((channel, row) => {
    const { name, template, keys, models, isEnabled } = channel;
    const state = stateOf(channel, known);
    const added = models.filter((model) => !seen.has(model.name)).map((model) => model.name);
    const joined = models.filter((model) => seen.has(model.name)).map((model) => model.name);
    if (state === "new") for (const model of added) seen.add(model);
    const what = { added, joined, isEnabled, state, failure: null };
    return { row, name, template, baseUrl: addressOf(channel), keys: keys.length, ...what };
  });
}

function stateOf(channel: ForeignChannel, known: ReadonlySet<string>): ImportRowDto["state"] {
  const address = addressOf(channel);
  if (channel.template === null || address === null) return "unsupported";
  if (known.has(`${channel.name}\n${address}`)) return "known";
  try {
    assertAllowedUrl(address, "supplier");
    return "new";
  } catch {
    return "addressRefused";
  }
}

async function take(
  actor: Actor,
  channel: ForeignChannel,
  levels: Map<string, number>,
): Promise<Pick<ImportRowDto, "name" | "added" | "joined">> {
  const { template, baseUrl, apiVersion, keys, models, priority, weight, isEnabled } = channel;
  const name = await freeName(channel.name);
  const supplier = await createSupplier(actor, {
    name,
    template: template!,
    baseUrl: baseUrl ?? undefined,
    keys: keys.map((secret) => ({ secret })),
    ...(apiVersion && { settings: { apiVersion } }),
  });
  if (!isEnabled) await changeSupplier(actor, supplier.id, { status: "disabled" });
  const there = new Map(
    (await listModelsNamed(db(), [...models.map((model) => model.name), ""])).map((row) => [row.name, row.id]),
  );
  const done = { name, added: [] as string[], joined: [] as string[] };
  for (const model of models) {
    const id = there.get(model.name);
    const level = levels.get(model.name);
    levels.set(model.name, priority);
    if (id === undefined) {
      await addModel(actor, { ...model, weight, supplier: { id: supplier.id, name, template: template! } });
      done.added.push(model.name);
      continue;
    }
    const input = { supplierId: supplier.id, upstreamModel: model.upstream, weight, last: level !== priority };
    // A model of a kind this supplier has not stays as it is; the others come.
    const isJoined = await addChannel(actor, id, input).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
    if (isJoined) done.joined.push(model.name);
  }
  invalidateModels();
  return done;
}

interface Added {
  name: string;
  upstream: string;
  weight: number;
  supplier: { id: string; name: string; template: string };
}

async function addModel(actor: Actor, { name, upstream, weight, supplier }: Added): Promise<void> {
  const known = knownModel(supplier.template, upstream);
  const type = guessModelType(upstream);
  const abilities = [...(known?.abilities ?? (type === "vision" ? ["visual" as const] : []))];
  const sizes = { contextWindow: known?.contextWindow ?? null, maxOutputTokens: known?.maxOutputTokens ?? null };
  await db().transaction(async (tx) => {
    const row = { name, type, ...sizes, abilities };
    const id = await insertModel(tx, row, { supplierId: supplier.id, upstreamModel: upstream, weight });
    await recordAuditEvent(tx, actor, {
      action: "model.create",
      target: { type: "model", id, name },
      after: { name, type, supplier: supplier.name, upstreamModel: upstream },
    });
    await chooseFirstModel(tx, actor, [{ id, name, type, abilities }]);
  });
}

/** Two channels may be called the same there. */
async function freeName(wanted: string): Promise<string> {
  const taken = new Set((await listSupplierPlaces(db())).map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  for (let no = 2; ; no++) {
    const name = `${wanted.slice(0, 110)} (${no})`;
    if (!taken.has(name)) return name;
  }
}
