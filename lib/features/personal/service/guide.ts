import "server-only";
import { db } from "@/db/client";
import { hasAskedSources, leaveGuide, listGuidesLeft } from "@/db/queries/personal/guides";
import { countEnabledPeople, countModels } from "@/db/queries/preview/overview";
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
  isDone: (actor: Actor) => Promise<boolean>;
}

/** A conversation whose answers cite. */
const citing = CONVERSATION_AREAS.filter(({ cites }) => cites).map(({ code }) => code);

const STEPS: Record<FirstStep, Step> = {
  model: {
    any: P.CONFIG_MODELS,
    href: "/system/system-manage/model-access?open=add",
    isDone: async () => (await countModels(db(), BUILTIN_TEMPLATE)).connected > 0,
  },
  people: {
    any: P.ORG_USER,
    href: "/system/user-manage/user-manage",
    isDone: async () => (await countEnabledPeople(db())) > 1,
  },
  document: {
    any: P.DOCUMENT,
    href: "/personal/document/document-analysis",
    isDone: (actor) => hasAskedSources(db(), actor.id, citing),
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
 * or all is done.
 */
export async function readGuide(actor: Actor): Promise<GuideDto | null> {
  const name: GuideName = hasPermission(actor, P.CONFIG_MODELS, P.ORG_USER) ? "steps" : "tour";
  if ((await listGuidesLeft(db(), actor.id)).includes(name)) return null;
  return name === "steps" ? readSteps(actor) : tourOf(actor);
}

async function readSteps(actor: Actor): Promise<GuideDto | null> {
  const own = (Object.entries(STEPS) as [FirstStep, Step][]).filter(([, { any }]) => hasPermission(actor, any));
  const steps = await Promise.all(
    own.map(async ([step, { href, isDone }]) => ({ step, href, isDone: await isDone(actor) })),
  );
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
