import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { CHAT_TYPES, type ModelType } from "@/lib/config/model-kinds";
import { AppError } from "@/lib/errors/errors";
import { listUsableModels, resolveFor } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";

/** Models a base can be set to use: for its vectors, to put slices in order, and to read along. */
export async function baseModels(actor: Actor) {
  requirePermission(actor, P.KB_MANAGE);
  const usable = await listUsableModels(actor);
  const of = (types: readonly ModelType[]) =>
    usable.filter(({ type }) => types.includes(type)).map(({ id, name }) => ({ id, name }));
  const chosen = await resolveFor(actor, "embedding").catch((error: unknown) => {
    if (error instanceof AppError && error.key === "noModel") return null;
    throw error;
  });
  return { items: of(["vector"]), defaultId: chosen?.id ?? null, rerank: of(["rerank"]), chat: of(CHAT_TYPES) };
}
