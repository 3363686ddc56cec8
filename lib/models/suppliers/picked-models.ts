import "server-only";
import type { Transaction } from "@/db/client";
import { insertModels, listTakenNames } from "@/db/queries/models/models";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { cut } from "@/lib/text/storable";
import { knownModel } from "../known-models";
import { chooseFirstModel } from "./first-model";
import type { PickedModel } from "./schema";

const NAME_MAX = 120;

/** Adds models picked from a supplier's list; the caller has checked the permission. Answers their ids in order. */
export async function addPickedModels(
  tx: Transaction,
  actor: Actor,
  supplier: { id: string; name: string; template: string },
  picked: readonly PickedModel[],
): Promise<string[]> {
  const wanted = [...new Map(picked.map((model) => [model.upstreamModel, model])).values()];
  const taken = new Set(
    await listTakenNames(
      tx,
      wanted.flatMap(({ upstreamModel }) => namesFor(upstreamModel, supplier)),
    ),
  );
  const rows = wanted.map(({ upstreamModel, type, contextWindow, maxOutputTokens, abilities }) => {
    const names = namesFor(upstreamModel, supplier);
    const name = names.find((candidate) => !taken.has(candidate)) ?? names[0]!;
    const known = knownModel(supplier.template, upstreamModel);
    const able = abilities?.length ? abilities : (known?.abilities ?? (type === "vision" ? ["visual" as const] : []));
    const sizes = {
      contextWindow: contextWindow ?? known?.contextWindow ?? null,
      maxOutputTokens: maxOutputTokens ?? known?.maxOutputTokens ?? null,
    };
    return { model: { name, type, ...sizes, abilities: [...able] }, upstreamModel };
  });
  const ids = await insertModels(tx, supplier.id, rows);
  for (const [index, { model, upstreamModel }] of rows.entries()) {
    await recordAuditEvent(tx, actor, {
      action: "model.create",
      target: { type: "model", id: ids[index]!, name: model.name },
      after: { name: model.name, type: model.type, supplier: supplier.name, upstreamModel },
    });
  }
  await chooseFirstModel(
    tx,
    actor,
    rows.map(({ model }, index) => ({ ...model, id: ids[index]! })),
  );
  return ids;
}

/** A model is called as its supplier calls it; two suppliers of the same model are told apart by their names. */
function namesFor(upstreamModel: string, supplier: { name: string }): string[] {
  const suffix = ` (${cut(supplier.name, 40)})`;
  return [upstreamModel, `${cut(upstreamModel, NAME_MAX - suffix.length)}${suffix}`];
}
