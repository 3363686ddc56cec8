import "server-only";
import { db, type Queryable } from "@/db/client";
import { lockUser } from "@/db/queries/auth/identity";
import { BASE_RESOURCE, listReachableBases } from "@/db/queries/knowledge/bases";
import { compareReach, listReached } from "@/db/queries/knowledge/reach";
import { wasNotified } from "@/db/queries/notifications/notifications";
import { listNamedGrants } from "@/db/queries/permissions/grants";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { GRANTS_MAX, type Grants } from "@/lib/auth/grant-schema";
import { subjectsOf } from "@/lib/auth/subjects";
import type { Audience, Reaching } from "@/lib/conversation/question-sources";
import { AppError, nullIfMissing } from "@/lib/errors/errors";
import { notify } from "@/lib/mail/notify";
import { P } from "@/lib/permissions/codes";
import { visibilityHref } from "../paths";
import { changeBase, editBase, requireBase } from "./bases";
import { listManagers } from "./reach";

const CODES = { use: [P.KB_CHAT], manage: [P.KB_MANAGE] };
const NAMES_SHOWN = 5;
/** The same wish is told once in so long. */
const ASKED_MS = 24 * 3_600_000;
const WISH = "baseWanted";

/** Whom of an audience those bases answer that the actor may ask, in the order they are named. */
export async function readReaching(actor: Actor, ids: readonly string[], audience: Audience): Promise<Reaching[]> {
  if (ids.length === 0 || !hasPermission(actor, P.KB_CHAT)) return [];
  const subjects = subjectsOf(actor);
  const rows = await listReachableBases(db(), subjects, ids);
  const { total: people, able } = await listReached(db(), audience, CODES, { limit: 1, offset: 0 });
  const reached = await Promise.all(
    rows.map(async (row): Promise<Reaching> => {
      const { id, name, ownerId, visibility } = row;
      const base = { ownerId, visibility, grants: await listNamedGrants(db(), BASE_RESOURCE, id) };
      const { lost, losing } = await compareReach(db(), audience, base, CODES, NAMES_SHOWN);
      const mayOpen = lost > 0 && (await mayChange(actor, id));
      const isAsked = lost > 0 && !mayOpen && (await wasAsked(actor, id, await listManagers(row)));
      return { id, name, people, able, lacking: lost, names: losing, mayOpen, isAsked };
    }),
  );
  return ids.flatMap((id) => reached.find((one) => one.id === id) ?? []);
}

const mayChange = async (actor: Actor, id: string): Promise<boolean> =>
  hasPermission(actor, P.KB_MANAGE) && (await requireBase(actor, id, "manage").catch(nullIfMissing)) !== null;

/** Whether these people were asked for it by this person a short while ago. */
const wasAsked = (actor: Actor, baseId: string, userIds: readonly string[], at: Queryable = db()) =>
  wasNotified(at, { userIds, kind: WISH, args: { baseId, fromId: actor.id }, since: new Date(Date.now() - ASKED_MS) });

/** Shows a base to an audience beside those it is shown to. Throws notFound, noPermission, notOffered, baseGrantsLimit. */
export async function openTo(actor: Actor, id: string, audience: Audience): Promise<void> {
  requirePermission(actor, P.KB_CHAT);
  await requireBase(actor, id, "view");
  if (!(await mayChange(actor, id))) throw new AppError("noPermission");
  const { revision, visibility, grants } = await editBase(actor, id);
  if (visibility === "all") return;
  if (audience.visibility === "all") {
    await changeBase(actor, id, { revision, visibility: "all" });
    return;
  }
  // What a base of one's own was once shown to is not opened again along with it.
  const kept = visibility === "partial" ? grants : [];
  const all = merged(kept, [
    ...(audience.visibility === "partial" ? audience.grants : []),
    { subjectType: "user", subjectId: audience.ownerId, right: "view" },
  ]);
  if (all.length > GRANTS_MAX) throw new AppError("baseGrantsLimit", { args: { max: GRANTS_MAX } });
  await changeBase(actor, id, { revision, visibility: "partial", grants: all });
}

/** Grants with others beside them, which give no more than to see. */
function merged(kept: Grants, added: Grants): Grants {
  const keyOf = ({ subjectType, subjectId }: Grants[number]) => `${subjectType} ${subjectId}`;
  const all = new Map(added.map((one) => [keyOf(one), { ...one, right: "view" as const }]));
  const known = kept.map(({ subjectType, subjectId, right }) => ({ subjectType, subjectId, right }));
  return [...known, ...[...all].flatMap(([key, one]) => (known.some((of) => keyOf(of) === key) ? [] : [one]))];
}

/** Tells whoever may show a base that the users of an app need it; a wish told a day ago is not told again. Throws notFound. */
export async function askToOpen(actor: Actor, id: string, audience: Audience, app: string): Promise<void> {
  requirePermission(actor, P.KB_CHAT);
  const base = await requireBase(actor, id, "view");
  const [reaching] = await readReaching(actor, [id], audience);
  if (!reaching?.lacking) return;
  const managers = await listManagers(base);
  const args = {
    ...{ from: actor.name, fromId: actor.id, name: base.name, baseId: id, app },
    count: reaching.lacking,
  };
  await db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    if (await wasAsked(actor, id, managers, tx)) return;
    const notices = managers.map((userId) => ({ userId, kind: WISH, args, href: visibilityHref(id) }) as const);
    await notify(tx, notices);
  });
}
