import "server-only";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { AppError, nullIfMissing } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { AppDetailDto, DraftDto, OpenAppDto } from "./dto";
import type { Place } from "./filter";
import { editApp } from "./service/apps";
import { readDraft } from "./service/drafts";
import { requireRun } from "./service/flow/reading";
import { openApp } from "./service/open";
import { readRequest } from "./service/requests";

const CODES = { square: P.APPS_SQUARE, workbench: P.APPS_WORKBENCH, lab: P.APPS_LAB } as const;

/** Places of apps this person may open, in their order. */
export const placesOf = (actor: Actor): Place[] =>
  (["square", "workbench", "lab"] as const).filter((place) => hasPermission(actor, CODES[place]));

/** An app this person may change, with its draft, which a tool has not; null where it is gone or not theirs to. */
export async function editedApp(
  actor: Actor,
  id: string,
): Promise<{ app: AppDetailDto; draft: DraftDto | null } | null> {
  const [app, draft] = await Promise.all([
    editApp(actor, id).catch(nullIfMissing),
    readDraft(actor, id).catch(nullIfMissing),
  ]);
  return app && (draft || app.kind === "tool") ? { app, draft } : null;
}

/** An app a page is about: itself, or that its owner may be asked for it. Throws notFound for what nobody may ask for. */
export async function pageApp(actor: Actor, id: string): Promise<{ app: OpenAppDto } | { isAsked: boolean }> {
  const app = await openApp(actor, id).catch(nullIfMissing);
  if (app) return { app };
  const request = await readRequest(actor, id);
  if (!request) throw new AppError("notFound");
  return request;
}

/**
 * A run of an app this person may look at, with the app where they may open it too: whoever is asked by a run, or lost the
 * app after it, still finds what is theirs. Null for none.
 */
export async function flowRun(
  actor: Actor,
  appId: string,
  runId: string,
): Promise<{ app: OpenAppDto | null; appName: string; isAsked: boolean } | null> {
  const found = await requireRun(actor, runId).catch(nullIfMissing);
  if (found?.run.appId !== appId) return null;
  const app = await openApp(actor, appId).catch(nullIfMissing);
  return { app, appName: found.appName, isAsked: found.isAsked };
}
