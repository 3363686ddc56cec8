import "server-only";
import { db } from "@/db/client";
import { findStepsDone, leaveGuide } from "@/db/queries/personal/guides";
import { findPreferences } from "@/db/queries/personal/preferences";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import type { FirstStep, GuideName, TourStop } from "@/lib/config/guides";
import { CONVERSATION_AREAS } from "@/lib/conversation/areas";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { P, type PermissionCode } from "@/lib/permissions/codes";
import { firstPermitted } from "@/lib/permissions/navigation";
import type { GuideDto } from "../dto";

interface Step {
  any: PermissionCode;
  href: string;
}

/** A conversation whose answers cite. */
const citing = CONVERSATION_AREAS.filter(({ cites }) => cites).map(({ code }) => code);

const STEPS: Record<FirstStep, Step> = {
  model: {
    any: P.CONFIG_MODELS,
    href: "/system/system-manage/model-access?open=add",
  },
  people: {
    any: P.ORG_USER,
    href: "/system/user-manage/user-manage",
  },
  document: {
    any: P.DOCUMENT,
    href: "/personal/document/document-analysis",
  },
};

const STOPS: Record<TourStop, { any: PermissionCode; under: string | null }> = {
  chat: { any: P.CHAT, under: null },
  document: { any: P.DOCUMENT, under: "/personal/document" },
  knowledge: { any: P.KB_CHAT, under: "/knowledge-center" },
  find: { any: P.CHAT, under: null },
};

/**
 * What this newcomer is shown: who sets the product up the first steps, everybody else a short tour. Null once it was left,
 * or all is done. `left`: what they left, where it has been read already.
 */
export async function readGuide(actor: Actor, left?: readonly GuideName[]): Promise<GuideDto | null> {
  const name: GuideName = hasPermission(actor, P.CONFIG_MODELS, P.ORG_USER) ? "steps" : "tour";
  if ((left ?? (await findPreferences(db(), actor.id)).guidesLeft).includes(name)) return null;
  return name === "steps" ? readSteps(actor) : tourOf(actor);
}

async function readSteps(actor: Actor): Promise<GuideDto | null> {
  const own = (Object.entries(STEPS) as [FirstStep, Step][]).filter(([, { any }]) => hasPermission(actor, any));
  const done = await findStepsDone(db(), { userId: actor.id, kinds: citing, builtin: BUILTIN_TEMPLATE });
  const steps = own.map(([step, { href }]) => ({ step, href, isDone: done[step] }));
  return steps.every(({ isDone }) => isDone) ? null : { name: "steps", steps };
}

function tourOf(actor: Actor): GuideDto {
  const stops = (Object.keys(STOPS) as TourStop[]).flatMap((stop) => {
    const { any, under } = STOPS[stop];
    const href = under && (firstPermitted(actor.permissions, under) ?? null);
    return hasPermission(actor, any) ? [{ stop, href }] : [];
  });
  return { name: "tour", stops };
}

/** It is not shown again. */
export async function leave(actor: Actor, name: GuideName): Promise<void> {
  requirePermission(actor, P.USER);
  await leaveGuide(db(), actor.id, name);
}
