import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { listUsableModels, resolveFor } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";

/** Models that can make the vectors of a base. */
export async function embeddingModels(actor: Actor) {
  requirePermission(actor, P.KB_MANAGE);
  const models = (await listUsableModels(actor)).filter(({ type }) => type === "vector");
  const chosen = await resolveFor(actor, "embedding").catch((error: unknown) => {
    if (error instanceof AppError && error.key === "noModel") return null;
    throw error;
  });
  return { items: models.map(({ id, name }) => ({ id, name })), defaultId: chosen?.id ?? null };
}
