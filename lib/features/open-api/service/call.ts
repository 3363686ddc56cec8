import "server-only";
import { v7 } from "uuid";
import { APP } from "@/lib/areas/apps";
import type { KeyHolder } from "@/lib/auth/api-key";
import type { ModelType } from "@/lib/config/model-kinds";
import { AppError } from "@/lib/errors/errors";
import type { CallInput } from "@/lib/models/call";
import { listUsableModels, resolveModelOf } from "@/lib/models/registry";
import type { ResolvedModel } from "@/lib/models/types";

/** A model a key may call, by name or id. One outside its list does not exist for it: modelNotFound. */
export async function modelFor(
  { actor, key }: KeyHolder,
  name: string,
  types: readonly ModelType[],
): Promise<ResolvedModel> {
  const model = await resolveModelOf(actor, name, types);
  if (key.modelIds && !key.modelIds.includes(model.id)) throw new AppError("modelNotFound");
  return model;
}

export async function modelsFor({ actor, key }: KeyHolder): Promise<ResolvedModel[]> {
  const usable = await listUsableModels(actor);
  return usable.filter(({ id }) => key.modelIds === null || key.modelIds.includes(id));
}

/** The door's input for one call of a key. */
export function callOf({ actor }: KeyHolder, model: ResolvedModel): CallInput {
  return { actor, app: APP.OPEN_API, requestId: v7(), model };
}
