import "server-only";
import { db, type Queryable } from "@/db/client";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { CenterOffer } from "@/lib/config/knowledge-kinds";
import { loadConfig, readConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { P } from "@/lib/permissions/codes";
import type { CenterOfferDto } from "../center-dto";
import { CENTER_PARTS, type CenterPart, type CenterValues } from "../center-schema";

/** A part as its screen edits it; a stored value that is no longer valid is the product's own. */
export async function readPart<Part extends CenterPart>(at: Queryable, part: Part): Promise<CenterValues[Part]> {
  const schema = CENTER_PARTS[part];
  const stored = (await readConfig(at, part)) as Record<string, unknown>;
  const fields = Object.keys(schema.shape).map((name) => [name, stored[name]]);
  const parsed = schema.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data as CenterValues[Part];
  const own = part === "knowledgeNewBases" ? { ...stored, segmentation: null } : {};
  return schema.parse(own) as CenterValues[Part];
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
