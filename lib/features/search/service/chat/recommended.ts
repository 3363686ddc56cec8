import "server-only";
import { db } from "@/db/client";
import { listOffered } from "@/db/queries/knowledge-operations/recommended";
import { listFollowUps } from "@/db/queries/search/sessions";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { loadConfig } from "@/lib/config/system-config";
import { P } from "@/lib/permissions/codes";

/** Questions offered at once, and those of them that follow from one's own searches where there are others. */
const MOST = 6;
const OWN = 4;
/** Those of bases are passed over. */
const LOOKED_THROUGH = 100;

/**
 * What a person may want to search: questions their last answers suggested and nobody asked yet, and those the center
 * recommends to everybody. One that a base answers is none for the web.
 */
export async function recommendedQuestions(actor: Actor): Promise<{ items: string[] }> {
  requirePermission(actor, P.SEARCH);
  const [{ suggested, asked }, offered] = await Promise.all([listFollowUps(db(), actor.id), ofCenter(actor)]);
  const known = new Set(asked.map(keyOf));
  const fresh = [...new Set(suggested)].filter((text) => !known.has(keyOf(text)));
  const others = offered.filter((text) => !known.has(keyOf(text)) && !fresh.includes(text)).slice(0, MOST);
  const own = fresh.slice(0, Math.max(OWN, MOST - others.length));
  return { items: [...own, ...others].slice(0, MOST) };
}

async function ofCenter(actor: Actor): Promise<string[]> {
  if (!hasPermission(actor, P.KB_CHAT)) return [];
  const { recommendedShown } = await loadConfig("knowledgeCenter");
  if (recommendedShown === 0) return [];
  const rows = await listOffered(db(), subjectsOf(actor), [], LOOKED_THROUGH);
  return rows.flatMap(({ baseId, content }) => (baseId === null ? [content] : [])).slice(0, recommendedShown);
}

const keyOf = (text: string) => text.trim().toLowerCase();
