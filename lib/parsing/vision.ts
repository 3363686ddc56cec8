import "server-only";
import { AppError } from "@/lib/http/errors";
import { resolveFor, type Viewer } from "@/lib/models/registry";
import type { ResolvedModel } from "@/lib/models/types";

/** The model that reads pictures for this person; null when none is set up. */
export async function visionModelOf(viewer: Viewer): Promise<ResolvedModel | null> {
  try {
    return await resolveFor(viewer, "vision");
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
