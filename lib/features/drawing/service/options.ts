import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { imageOptionsOf } from "@/lib/models/image-options";
import { imagesOfToday } from "@/lib/models/limits";
import { findChosen, listUsableModels, resolveFor } from "@/lib/models/registry";
import { isBuiltin } from "@/lib/models/templates";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { DrawingModelDto, DrawingOptionsDto } from "../dto";

/** The image models a person may use with what each of them takes (spec E3), and what is left of the day (spec E4). */
export async function readDrawingOptions(actor: Actor): Promise<DrawingOptionsDto> {
  requirePermission(actor, P.PAINTING);
  const [usable, chosen, writer, used] = await Promise.all([
    listUsableModels(actor),
    findChosen(actor, "image"),
    writingModel(actor),
    imagesOfToday(actor),
  ]);
  const models = usable.filter(({ type, channels }) => type === "image" && channels.length > 0);
  models.sort((a, b) => Number(b.id === chosen?.id) - Number(a.id === chosen?.id));
  return { models: models.map(toModel), limit: { used, most: actor.dailyImageLimit }, canImprove: writer !== null };
}

/** The chat model that writes for this person; null where only the built-in one is there. */
export async function writingModel(actor: Actor): Promise<ResolvedModel | null> {
  try {
    const model = await resolveFor(actor, "rewrite");
    return isBuiltin(model) ? null : model;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function toModel(model: ResolvedModel): DrawingModelDto {
  const prices = model.channels.flatMap(({ price }) => (price && price.perImage !== null ? [price] : []));
  const dearest = prices.toSorted((a, b) => (b.perImage ?? 0) - (a.perImage ?? 0))[0];
  return {
    id: model.id,
    name: model.name,
    options: imageOptionsOf(model),
    price: dearest ? { micros: dearest.perImage ?? 0, currency: dearest.currency } : null,
  };
}
