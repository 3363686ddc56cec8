import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import type { ConversationArea } from "./area";
import { areaOfKind } from "./areas";

/** The area of a kind of conversation. Throws notFound where there is none, and noPermission. */
export function requireKind(actor: Actor, code: string): ConversationArea {
  return withArea(actor, { kind: code }).area;
}

/**
 * What was found of the caller's own, with the area it belongs to. Throws notFound where nothing was, and noPermission
 * where the area is not theirs to use.
 */
export function withArea<T extends { kind: string }>(actor: Actor, found: T | null): T & { area: ConversationArea } {
  const area = found && areaOfKind(found.kind);
  if (!area) throw new AppError("notFound");
  requirePermission(actor, area.permission);
  return { ...found, area };
}
